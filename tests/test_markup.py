"""From bytes to a tree: encodings, base addresses, and what survives of broken markup."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.markup import classes, decode, is_html, markup_of, text_of
from crawler.model import Page
from tests.web_page import HOME, markup, page

GERMAN = "Füße, Köpfe und Café “Zürich” – schöne Bücher über größere Städte"
RUSSIAN = "Сегодня я писал о чернилах и бумаге, и погода была хорошая."
CZECH = "Příliš žluťoučký kůň úpěl ďábelské ódy a pak šel domů."
CHINESE = "今天写一点关于墨水和纸张的文字,天气很好。"
JAPANESE = "今日はインクと紙について少し書くことにした。"
KOREAN = "오늘은 잉크와 종이에 대해 조금 쓰기로 했다."

WRITTEN = [
    (GERMAN, "cp1252", "iso-8859-1"),
    (GERMAN, "cp1252", "windows-1252"),
    (RUSSIAN, "cp1251", "windows-1251"),
    (RUSSIAN, "koi8_r", "KOI8-R"),
    (CZECH, "cp1250", "windows-1250"),
    (CHINESE, "gb2312", "gb2312"),
    (CHINESE, "gb18030", "GBK"),
    ("今天寫一點關於墨水和紙張的文字。", "big5", "Big5"),
    (JAPANESE, "cp932", "Shift_JIS"),
    (JAPANESE, "euc_jp", "EUC-JP"),
    (KOREAN, "cp949", "euc-kr"),
]


def written(text: str, encoding: str, head: str = "") -> bytes:
    return f"<html><head>{head}</head><body><h1>{text}</h1><p>{text}</p></body></html>".encode(encoding)


def heading(found: Page) -> str:
    return text_of(markup_of(found).css("h1")[0])


class TestEncoding:
    @pytest.mark.parametrize(("text", "encoding", "name"), WRITTEN)
    def test_the_header_declares_it(self, text: str, encoding: str, name: str) -> None:
        assert heading(page(written(text, encoding), content_type=f"text/html; charset={name}")) == text

    @pytest.mark.parametrize(("text", "encoding", "name"), WRITTEN)
    def test_the_page_declares_it(self, text: str, encoding: str, name: str) -> None:
        assert heading(page(written(text, encoding, f"<meta charset={name}>"))) == text

    @pytest.mark.parametrize(("text", "encoding", "name"), WRITTEN)
    def test_undeclared_it_is_guessed(self, text: str, encoding: str, name: str) -> None:
        assert heading(page(written(text, encoding))) == text

    @pytest.mark.parametrize(
        "text", ["Café déjà vu à la carte, où êtes-vous passés ?", "El niño comió mañana el piñón"]
    )
    def test_western_europe_is_guessed_rather_than_central(self, text: str) -> None:
        assert heading(page(written(text, "cp1252"))) == text

    def test_an_xml_declaration_counts(self) -> None:
        body = b'<?xml version="1.0" encoding="windows-1251"?>' + written(RUSSIAN, "cp1251")
        assert heading(page(body)) == RUSSIAN

    @pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
    def test_a_byte_order_mark_wins(self, encoding: str) -> None:
        assert heading(page(written(RUSSIAN, encoding), content_type="text/html; charset=iso-8859-1")) == RUSSIAN

    def test_sound_utf_8_is_no_latin_1(self) -> None:
        assert heading(page(written(RUSSIAN, "utf-8"), content_type="text/html; charset=iso-8859-1")) == RUSSIAN

    def test_latin_1_is_no_utf_8(self) -> None:
        assert heading(page(written(GERMAN, "cp1252"), content_type="text/html; charset=utf-8")) == GERMAN

    def test_one_bad_byte_does_not_change_the_encoding(self) -> None:
        body = written(RUSSIAN, "utf-8").replace(b"</h1>", b"\xff</h1>")
        assert heading(page(body, content_type="text/html; charset=utf-8")) == RUSSIAN + "\ufffd"

    @pytest.mark.parametrize("name", ["x-klingon", "hex", "zlib", "idna", "undefined"])
    def test_a_name_that_is_no_encoding_of_text_is_no_error(self, name: str) -> None:
        assert heading(page(written(RUSSIAN, "utf-8"), content_type=f"text/html; charset={name}")) == RUSSIAN

    @given(st.binary(max_size=300), st.sampled_from(["", "text/html; charset=utf-8", "text/html; charset=shift_jis"]))
    def test_any_bytes_have_a_text(self, body: bytes, declared: str) -> None:
        assert "\0" not in decode(page(body, content_type=declared))


class TestKind:
    @pytest.mark.parametrize(
        "body", ["<!DOCTYPE html><p>x", "<HTML>", "\n\n<div>x</div>", "<title>x</title>", "<p>x", '<a href="/x">x</a>']
    )
    def test_a_web_page_is_told_by_its_bytes(self, body: str) -> None:
        assert is_html(page(body, content_type="text/plain"))

    @pytest.mark.parametrize(
        "body",
        [
            "",
            "hello",
            '{"a": 1}',
            "<?xml version='1.0'?><rss><title>x</title></rss>",
            "<!-- <html> --><feed>",
            "<urlset>",
        ],
    )
    def test_feeds_and_texts_are_none(self, body: str) -> None:
        assert not is_html(page(body, content_type="text/html"))


class TestTree:
    def test_relative_links_start_from_the_base(self) -> None:
        tree = markup("", head='<base href="/weblog/2009/">')
        assert tree.link("ink.html") == HOME + "weblog/2009/ink.html"

    def test_a_bad_base_is_ignored(self) -> None:
        assert markup("", at=HOME + "a/", head='<base href="javascript:x">').link("b") == HOME + "a/b"

    def test_of_two_bases_the_first_counts(self) -> None:
        assert markup("", head='<base href="/a/"><base href="/b/">').link("c") == HOME + "a/c"

    @pytest.mark.parametrize(
        ("body", "language"),
        [
            ('<html lang="pt_BR">', "pt-BR"),
            ('<html xml:lang="de">', "de"),
            ('<html><head><meta property="og:locale" content="fr_FR">', "fr-FR"),
            ("<html><p>x", ""),
        ],
    )
    def test_the_language_is_that_which_the_page_declares(self, body: str, language: str) -> None:
        assert markup_of(page(body)).language == language

    def test_omitted_tags_are_put_in(self) -> None:
        tree = markup_of(page("<!doctype html><title>Quill</title><ul><li>Ink<li>Paper</ul>"))
        assert [text_of(item) for item in tree.root.iter("li")] == ["Ink", "Paper"]

    @pytest.mark.parametrize("body", [b"", b"   ", b"\xff\xfe", b"<!-- -->", b"<?xml version='1.0'?>", b"\0\0"])
    def test_nothing_is_an_empty_tree(self, body: bytes) -> None:
        assert text_of(markup_of(page(body)).root) in ("", "\ufffd\ufffd")

    def test_a_break_is_a_blank_in_a_text(self) -> None:
        assert text_of(markup("<h1>Ink<br>that <b>lasts</b><br/></h1>").css("h1")[0]) == "Ink that lasts"

    def test_words_of_class_and_id_are_split(self) -> None:
        element = markup('<p class="post-meta entry_date" id="publishedAt">x</p>').css("p")[0]
        assert classes(element) == {"post", "meta", "entry", "date", "published", "At"}
