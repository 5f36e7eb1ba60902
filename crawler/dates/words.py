"""What may stand around a date without making a text more than a date: labels, weekdays, times, authors, counts."""

from __future__ import annotations

import re

from crawler.dates.names import normal, weekdays
from crawler.dates.patterns import SIGNED

_LABEL_WORDS = {
    "en": "posted published publish on by date dated at in of the written created added submitted filed under entry "
    "post posts wrote release released article since am pm a p m noon",
    "de": "veröffentlicht geschrieben erstellt verfasst gepostet eingestellt von vom am um den der datum uhr h",
    "fr": "publié publiée posté postée écrit rédigé mis ligne en le par à du date",
    "es": "publicado publicada posteado escrito el por a las fecha día",
    "pt": "publicação postado em às as data de del do",
    "it": "pubblicato postato scritto inserito il da alle ore di",
    "nl": "geplaatst gepubliceerd geschreven op door om",
    "scandinavia": "publicerad publicerat den av kl klockan udgivet skrevet af publisert postet",
    "fi": "julkaistu",
    "pl": "opublikowano opublikowane dodano napisano dnia dniu w przez godz o r rok roku",
    "cs": "publikováno vydáno napsal dne v",
    "hu": "közzétéve írta",
    "ro": "publicat",
    "tr": "tarihinde saat yayınlandı",
    "ru": "опубликовано опубликована размещено добавлено написано дата в от г года год",
    "uk": "опубліковано р року",
    "el": "δημοσιεύτηκε δημοσιεύθηκε στις",
    "zh": "发表于 发布于 发布时间 发表时间 发布日期 发布 发表 日期 时间 写于 创建于 "
    "發表於 發佈於 發布於 發佈日期 時間 於 上午 下午 早上 晚上",
    "ja": "投稿日 公開日 投稿 公開 掲載日 日付 作成日 午前 午後",
    "ko": "게시일 작성일 등록일 날짜 오전 오후",
    "ar": "نشر نُشر نشرت منشور كتب كتبه كتبت بتاريخ تاريخ النشر في يوم بواسطة من قبل الساعة عام سنة م ص صباحا مساء",
    "fa": "منتشر شده نوشته در تاریخ توسط ساعت",
    "he": "פורסם נכתב הועלה ב בתאריך תאריך מאת על ידי בשעה יום",
    "hi": "को पर द्वारा प्रकाशित दिनांक",
    "th": "เผยแพร่เมื่อ โพสต์เมื่อ เขียนเมื่อ เมื่อ วันที่ ที่ โดย เวลา น",
    "vi": "ngày đăng vào lúc bởi viết tháng năm xuất bản",
    "id": "diterbitkan diposting dipublikasikan ditulis pada oleh tanggal pukul",
    "bg": "публикувано публикувана публикуван на от в г написано",
    "balkans": "objavljeno objavio objavila napisano dana u od датум datum објављено",
    "sk": "publikované pridané dňa o",
    "ca": "publicat publicada el a les per escrit de del",
    "baltic": "paskelbta d m publicēts postitatud",
}
_HEADING_WORDS = {
    "en": "archive archives archived for from month monthly year yearly years day daily entries all articles blog "
    "stories index chronological",
    "de": "archiv archive für monat monatsarchiv monatliche jahr jahres jahresarchiv tag beiträge einträge artikel "
    "aus im",
    "fr": "archives mois année mensuelles annuelles pour jour billets",
    "es": "archivo archivos mensual mes año anual entradas artículos para",
    "pt": "arquivo arquivos mês ano dia artigos",
    "it": "archivio archivi mese mensile anno articoli giorno",
    "nl": "archief archieven maand maandelijks maandarchief jaar berichten artikelen voor van",
    "pl": "archiwum archiwa miesiąc miesięczne wpisy z za",
    "hu": "archívum",
    "scandinavia": "arkiv månad måned år",
    "fi": "arkisto kuukausi vuosi",
    "tr": "arşiv ay yıl",
    "ru": "архив архивы месяц записи за день",
    "uk": "архів записи місяць рік",
    "el": "αρχείο μήνας έτος",
    "zh": "归档 存档 歸檔 彙整 年 月 月份 年份 年度 月度 文章 的",
    "ja": "アーカイブ 月別 年別 記事 の 一覧",
    "ko": "년 월 보관함 글 목록",
    "ar": "أرشيف الأرشيف شهر سنة عام مقالات تدوينات",
    "fa": "بایگانی آرشیو ماه سال",
    "he": "ארכיון חודש שנה רשומות",
    "vi": "lưu trữ tháng năm bài viết",
    "id": "arsip bulan tahun",
    "bg": "архив месец година за",
    "balkans": "arhiva arhiv arhiva архива za mjesec mesec godina godinu za",
    "sk": "archív mesiac rok za",
    "ca": "arxiu arxius mes any",
}
_LABELS = frozenset(" ".join(_LABEL_WORDS.values()).split())
_HEADINGS = frozenset(" ".join(_HEADING_WORDS.values()).split())
_CLOCK = (
    r"(?<!\d)(?:[01]?\d|2[0-4])\s?(?:[:：.h時时点點시])\s?[0-5]\d(?:\s?[:：.分분]\s?[0-5]\d)?\s?[分분秒초]?(?!\d)"
    r"(?:\s?[ap]\.?\s?m\b\.?)?"
)
_ZONE = r"(?:\s?\(?(?:(?:UTC|GMT)?[+-]\d\d?:?(?:\d\d)?|(?-i:[A-Z]{2,5})\b)\)?)?"
_HOUR = r"(?<![\d.])(?:0?[1-9]|1[0-2])\s?[ap]\.?\s?m\b\.?|(?<!\d)\d{1,2}\s?(?:Uhr|h)\b"
_TIME = re.compile(rf"{_CLOCK}{_ZONE}|{_HOUR}", re.I)
_AUTHOR = re.compile(
    r"\b(?:by|von|par|por|door|przez|av|af|автор|autor|author)\b:?"
    r"(?:(?:\s+(?-i:[^\W\d_a-z])[^\s\d]*|\s+(?:de|van|von|der|la)\b){1,4}|\s+[^\W\d]+)",
    re.I,
)
# "Posted on … in General", "by Ann in General": sections may be any words, but not without a label before them.
_SECTION = re.compile(
    r"(?:^\W*(?:posted|published|filed|written|submitted|publié|posté|veröffentlicht|geschrieben|publicado|publicada|"
    r"geplaatst|pubblicato|publicat)|\bby\b)(?P<between>\W(?:.*\W)?)(?:in|under|dans|en|em)\b:?\s+[^\W\d][^\d.!?:;]{0,60}$",
    re.I,
)
_FILED = re.compile(r"^\W*(?:filed\s+)?(?:in|under)\s+[^\W\d][^\d.!?:;]{0,40}\son\W*$", re.I)
_COUNTS = re.compile(r"\b(?:\d+|no)\s+(?:min(?:ute)?s?(?:\s+read)?|comments?|repl(?:y|ies))\b", re.I)
_WORDS = re.compile(rf"[{SIGNED}]+|[^\W\d_{SIGNED}]+(?:\.[^\W\d_](?=\.))*")
_NUMBERED_DAYS = re.compile(r"\bthứ\s[2-7]\b", re.I)  # Vietnamese days of the week
_DIGITS = re.compile(r"\d")


def is_trimming(text: str, heading: bool = False) -> bool:
    """Whether what is left of a text without its date says nothing more; of a heading, also "Archives for" and such."""
    if not text.strip():
        return True
    text = _TIME.sub(" ", _COUNTS.sub(" ", text))
    if not heading:
        text = _FILED.sub(" ", _SECTION.sub(r"\g<between>", text))
    text = _AUTHOR.sub(" ", text)
    if not text.isascii():
        text = _NUMBERED_DAYS.sub(" ", text)
    if _DIGITS.search(text):
        return False
    return all(_says_nothing(normal(word), heading) for word in _WORDS.findall(text))


def _says_nothing(word: str, heading: bool) -> bool:
    if word in _LABELS or word in weekdays() or (heading and word in _HEADINGS):
        return True
    # Chinese, Japanese and Thai write such words without a blank between: 年归档, 发布于星期日, วันศุกร์ที่.
    return (word > "\u3000" or "\u0e00" < word < "\u0e7f") and any(
        _says_nothing(word[:at], heading) and _says_nothing(word[at:], heading) for at in range(1, min(len(word), 12))
    )
