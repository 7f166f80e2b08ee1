"""Every text that a player reads, in the language chosen, grouped by where it is read."""

from functools import cache

from firmware_host.languages import translations
from firmware_host.words.account import AccountWords, PackAccountWords, SpitAccountWords
from firmware_host.words.coach import CoachWords
from firmware_host.words.doctor import DoctorWords
from firmware_host.words.ending import EndWords
from firmware_host.words.names import NameWords
from firmware_host.words.pack import PackWords
from firmware_host.words.page import PageWords
from firmware_host.words.pause import PauseWords
from firmware_host.words.referee import RefereeWords
from firmware_host.words.rules_text import RulesText
from firmware_host.words.scores import ScoreWords
from firmware_host.words.spit import SpitWords
from firmware_host.words.title import TitleWords
from firmware_host.words.wiring import WiringWords


class Words:
    """All that the console says in one language."""

    def __init__(self, lang: str) -> None:
        catalog = translations(lang)
        self.lang = lang
        self.names = NameWords(catalog)
        self.title = TitleWords(catalog)
        self.rules = RulesText(catalog)
        self.spit = SpitWords(catalog)
        self.pack = PackWords(catalog)
        self.coach = CoachWords(catalog)
        self.pause = PauseWords(catalog)
        self.end = EndWords(catalog)
        self.page = PageWords(catalog)
        self.account = AccountWords(catalog)
        self.spit_account = SpitAccountWords(catalog)
        self.pack_account = PackAccountWords(catalog)
        self.scores = ScoreWords(catalog)
        self.referee = RefereeWords(catalog)
        self.wiring = WiringWords(catalog)
        self.doctor = DoctorWords(catalog)


@cache
def words_in(lang: str) -> Words:
    """Give the words of a language; LookupError names the languages there are."""
    return Words(lang)
