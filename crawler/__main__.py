"""`python -m crawler`: the same program as `backfile`."""

from crawler.cli import main

if __name__ == "__main__":
    main()
