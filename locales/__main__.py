"""The command: `python -m locales`."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from locales import translators
from locales.catalogues import (
    TEMPLATE,
    WHOLE,
    compile_all,
    is_translated,
    languages,
    merged,
    path_of,
    read,
    texts_of,
    write,
)
from locales.checks import faults_of, sources_of
from locales.sources import all_texts, template_of


def main() -> int:
    """Run the command; return 1 if something is wrong or missing."""
    parser = argparse.ArgumentParser(prog="python -m locales", description="The texts in other languages.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("update", help="write the template anew and merge it into every language, then check")
    commands.add_parser("check", help="check all translations")
    commands.add_parser("compile", help="write the .mo files, which are read at run time")
    new = commands.add_parser("new", help="begin a language")
    new.add_argument("language")
    todo = commands.add_parser("todo", help="print untranslated texts as JSON lines")
    todo.add_argument("language")
    todo.add_argument("--part", default="1/1", help="N/M: the Nth of M parts")
    todo.add_argument("--only", default="", help="texts of files whose names contain this")
    todo.add_argument("--done", action="store_true", help="the translated ones instead, to read them again")
    take = commands.add_parser("take", help="put answers into a catalogue")
    take.add_argument("language")
    take.add_argument("file", help="JSON lines with id (or msgid) and msgstr; - is the standard input")
    given = parser.parse_args()
    match given.command:
        case "update":
            return update()
        case "check":
            return check()
        case "compile":
            compile_all()
        case "new":
            write(merged(given.language, read(TEMPLATE)), path_of(given.language))
        case "todo":
            number, of = map(int, given.part.split("/"))
            for each in translators.to_do(given.language, number, of, given.only, done=given.done):
                print(json.dumps(each, ensure_ascii=False))
        case "take":
            return taken(given.language, given.file)
    return 0


def update() -> int:
    """Write the template and all catalogues anew."""
    template = template_of(all_texts())
    write(template, TEMPLATE)
    for language in languages():
        write(merged(language, template), path_of(language))
    return check()


def check() -> int:
    """Print how much of each language is translated, and every fault."""
    wrong = 0
    for language in languages():
        messages = texts_of(read(path_of(language)))
        faults = [(message, fault) for message in messages for fault in faults_of(message)]
        for message, fault in faults:
            print(f"{language}: “{sources_of(message)[0][:60]}”: {fault}")
        missing = sum(not is_translated(message) for message in messages)
        done = 100 * (len(messages) - missing) // max(1, len(messages))
        print(f"{language}: {done} % of {len(messages)} texts, {missing} missing, {len(faults)} faults")
        wrong += len(faults) + (missing if language in WHOLE else 0)
    return 1 if wrong else 0


def taken(language: str, name: str) -> int:
    """Take the answers in a file, and print what was refused."""
    content = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    count, refused = translators.take(language, content.splitlines())
    for sentence in refused:
        print(sentence)
    print(f"{count} taken, {len(refused)} refused.")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
