"""The texts of the bot in other languages: catalogues, and what makes, checks and fills them.

    entries.py      a text to be translated, with what its translator has to know
    code_texts.py   the texts that Python code marks, such as `_("…")`
    data_texts.py   those of data sheets and TOML: rules, words, cards, deeds, refusals
    sources.py      both together: the template
    catalogues.py   the files: `dicenight.pot` and `<language>/LC_MESSAGES/dicenight.po`, merged and compiled by Babel
    checks.py       a translation against its text: values, signs, structure
    translators.py  untranslated texts as JSON lines, and the answers put back
    __main__.py     the command `python -m locales`

A language is a folder here; `docs/languages.md` tells how to help with one. Nothing in the bot imports this package.
"""
