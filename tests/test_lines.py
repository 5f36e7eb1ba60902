"""A page as lines: where they begin and end, and what stands in them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crawler.sources.lines import MOST_LINES, Link, sheet_of
from tests.web_page import HOME, markup, sheet


def texts(body: str) -> list[str]:
    return [line.text for line in sheet(body).lines]


def only_link(body: str) -> Link:
    (link,) = sheet(body).links
    return link


class TestLines:
    def test_every_block_is_a_line(self) -> None:
        assert texts("<h1>Log</h1><div>One<p>Two</p>three</div><table><tr><td>4<td>5</table>") == [
            "Log",
            "One",
            "Two",
            "three",
            "4",
            "5",
        ]

    def test_a_break_ends_a_line(self) -> None:
        assert texts("<p>2009-03-12 Ink<br>2009-02-03 Paper</p>") == ["2009-03-12 Ink", "2009-02-03 Paper"]

    def test_a_break_within_a_link_is_a_blank(self) -> None:
        assert only_link('<a href="/a">Ink<br>that lasts</a>').text == "Ink that lasts"

    def test_inline_elements_flow_in_a_line(self) -> None:
        assert texts("<p>Ink <b>that</b> <x-new>lasts</x-new> for<i>ever</i></p>") == ["Ink that lasts forever"]

    def test_elements_set_apart_by_style_are_set_apart_by_a_blank(self) -> None:
        assert texts("<p><span>lip</span><span>2</span><span>2008</span></p>") == ["lip 2 2008"]

    def test_white_space_is_folded(self) -> None:
        assert texts("<p> Ink\n\t that&nbsp; lasts </p>") == ["Ink that lasts"]

    def test_what_is_not_seen_is_no_line(self) -> None:
        hidden = "<script>x</script><style>y</style><noscript>z</noscript><template>t</template><!-- c -->"
        assert texts(f"{hidden}<p>Ink</p>") == ["Ink"]

    def test_the_lines_of_a_preformatted_list_are_lines(self) -> None:
        links = "\n".join(f'2009-03-1{n} <a href="/{n}">Note {n}</a>' for n in range(3))
        assert texts(f"<pre>\n{links}\n</pre>") == [f"2009-03-1{n} Note {n}" for n in range(3)]

    def test_preformatted_code_is_one_line(self) -> None:
        code = "\n".join(f'<a href="#l{n}"></a>x = {n}' for n in range(4))
        assert len(texts(f"<pre>{code}</pre>")) == 1

    def test_there_are_not_more_lines_than_can_be_read(self) -> None:
        assert len(texts("<br>x" * (MOST_LINES + 5))) == MOST_LINES

    def test_a_line_knows_its_heading(self) -> None:
        assert [line.heading for line in sheet("<h2>Ink <span>x</span></h2><p>y</p>").lines] == [2, 0]

    def test_deep_nesting_does_not_matter(self) -> None:
        assert sheet("<div>" * 3000 + "Ink" + "</div>" * 3000) is not None


class TestLinks:
    def test_a_link_knows_its_line_and_place(self) -> None:
        link = only_link('<p>First</p><p>12 March: <a href="/ink.html">Ink</a> by Ann</p>')
        assert (link.line, link.start, link.end) == (1, 10, 13)

    def test_links_are_absolute(self) -> None:
        assert only_link('<a href="ink.html#more">Ink</a>').address == HOME + "ink.html#more"

    def test_links_that_lead_nowhere_are_none(self) -> None:
        bad = ("javascript:void(0)", "mailto:ann@quill.example", "http://[bad", "ftp://quill.example/", "data:,x")
        assert sheet("".join(f'<a href="{href}">x</a>' for href in bad)).links == []

    def test_a_picture_speaks_by_its_alternative_text(self) -> None:
        assert only_link('<a href="/ink.html"><img alt=" Ink " src="i.png"></a>').text == "Ink"

    def test_a_link_around_blocks_belongs_to_the_heading_in_it(self) -> None:
        found = sheet('<a href="/ink.html"><p>12 March</p><h3>Ink</h3><p>It lasts.</p><time>x</time></a>')
        (link,) = found.links
        assert (found.lines[link.line].text, link.text, link.heading) == ("Ink", "Ink", 3)

    def test_words_before_a_link_around_blocks_are_a_line_of_their_own(self) -> None:
        found = sheet('<div>News <a href="/ink.html"><div>Ink</div></a></div>')
        assert [line.text for line in found.lines] == ["News", "Ink"] and found.links[0].line == 1

    def test_links_of_one_list_have_one_signature(self) -> None:
        items = [f'<li class="post post-{n} odd"><a class="title" href="/{n}">x</a></li>' for n in range(3)]
        assert len({link.signature for link in sheet(f"<ul>{''.join(items)}</ul>").links}) == 1

    def test_links_with_another_class_are_of_another_list(self) -> None:
        body = '<p><a class="title" href="/1">x</a> in <a class="tag" href="/2">y</a></p>'
        assert len({link.signature for link in sheet(body).links}) == 2

    def test_the_columns_of_a_table_are_lists(self) -> None:
        row = '<tr><td><a href="/1">x</a></td><td><a href="/2">y</a></td></tr>'
        first, second, third, fourth = sheet(f"<table>{row}{row}</table>").links
        assert first.signature == third.signature != second.signature == fourth.signature

    def test_an_entry_of_a_drop_down_is_a_link(self) -> None:
        link = only_link(
            '<select><option value="">Month</option><option value="/2009/03/">March 2009</option></select>'
        )
        assert (link.address, link.text, link.menu) == (HOME + "2009/03/", "March 2009", True)

    def test_anchors_know_their_line(self) -> None:
        found = sheet('<p>First</p><h3 id="p3">Ink</h3><p><a name="p2"></a>Paper</p>')
        assert found.anchors == {"p3": 1, "p2": 2}


class TestMenus:
    def test_navigation_is_a_menu(self) -> None:
        for box in ("<nav>{}</nav>", "<footer>{}</footer>", '<div role="navigation">{}</div>'):
            assert only_link(box.format('<a href="/about">About</a>')).menu

    def test_a_box_is_a_menu_by_its_name(self) -> None:
        for name in ("sidebar", "main-nav", "blogroll", "site-footer", "tagcloud"):
            assert only_link(f'<div class="{name}"><a href="/about">About</a></div>').menu, name

    def test_what_is_named_as_a_menu_but_holds_the_posts_is_none(self) -> None:
        assert not only_link('<div class="sidebar-right"><article><a href="/ink">Ink</a></article></div>').menu

    def test_names_of_posts_are_no_names_of_menus(self) -> None:
        for name in ("post-footer-title", "entry-nav", "has-sidebar", "content-with-sidebar"):
            assert not only_link(f'<div class="{name}"><a href="/ink">Ink</a></div>').menu, name

    def test_the_foot_of_an_article_is_no_menu(self) -> None:
        assert not only_link('<article><footer><a href="/ink">Ink</a></footer></article>').menu

    def test_the_calendar_of_a_month_is_a_menu(self) -> None:
        assert only_link('<table id="wp-calendar"><tr><td><a href="/2009/03/02/">2</a></table>').menu


class TestRemarks:
    def test_comments_are_remarks(self) -> None:
        for name in ("comments", "comment-list", "commentlist", "respond", "disqus_thread"):
            assert sheet(f'<p>Ink</p><div id="{name}"><p>Nice</p></div>').lines[1].remark, name

    def test_comments_that_are_articles_are_remarks(self) -> None:
        assert sheet('<section class="comments"><article><p>Nice</p></article></section>').lines[0].remark

    def test_a_post_whose_class_tells_of_comments_is_none(self) -> None:
        for post in ("<h1>Ink</h1>", "<article><h2>Ink</h2></article>"):
            assert not sheet(f'<div class="post comments">{post}</div>').lines[0].remark


class TestStamps:
    def test_days_are_stated_in_attributes(self) -> None:
        body = (
            '<time datetime="2009-03-12">x</time><abbr title="2009-03-11T10:00:00Z">y</abbr>'
            '<meta itemprop="datePublished" content="2009-03-10"><abbr title="World Wide Web">WWW</abbr>'
        )
        assert [(stamp.value, stamp.rule) for stamp in sheet(body).stamps] == [
            ("2009-03-12", "time"),
            ("2009-03-11T10:00:00Z", "title"),
            ("2009-03-10", "itemprop"),
        ]

    def test_a_stamp_is_of_the_change_by_its_name(self) -> None:
        body = (
            '<time class="updated" datetime="2009-03-12">x</time><time itemprop="dateModified" datetime="2009-03-12">x'
            '</time><time class="published updated" datetime="2009-03-12">x</time>'
        )
        assert [stamp.updated for stamp in sheet(body).stamps] == [True, True, False]


@given(st.text(alphabet='<>/="ahrefdivulbpt 19', max_size=200))
def test_any_markup_has_lines_in_order(body: str) -> None:
    found = sheet_of(markup(body))
    numbers = [link.line for link in found.links]
    assert numbers == sorted(numbers) and all(number < max(1, len(found.lines)) for number in numbers)
    assert all(link.address.startswith("http") for link in found.links)
