"""Check how a match of Dicenight was dealt, without Dicenight: python verify.py match-12.json [fingerprint]

Needs Python 3.8 or later and nothing else. Prints each step, and ends with status 0 if all of them agree, 1 if one does
not, 2 if the file is no opened match, 3 if the file doesn't hold all that a proof needs. docs/fairness.md has the recipe.
"""

import hashlib
import hmac
import json
import sys
import time

QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"  # a round every 3 seconds
NOT_READABLE = (ArithmeticError, AttributeError, LookupError, OSError, RecursionError, TypeError, ValueError)


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def numbers(key):
    """The stream of a match: HMAC-SHA256(key, 0), (key, 1) ..., eight numbers of four bytes from each."""
    block = 0
    while True:
        digest = hmac.new(key, block.to_bytes(8, "big"), hashlib.sha256).digest()
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def below(stream, limit):
    """The next number below the limit; numbers of the last, incomplete run are thrown away."""
    if type(limit) is not int or not 0 < limit <= 2**32:
        raise ValueError(f"no number is below {limit!r}")
    for number in stream:
        if number < 2**32 - 2**32 % limit:
            return number % limit


def whole(value):
    """A value whose whole numbers have no point, as every program reads them."""
    if isinstance(value, dict):
        return {key: whole(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [whole(inner) for inner in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def canonical(value):
    """JSON in its one form: keys sorted, no spaces, ASCII."""
    return json.dumps(whole(value), sort_keys=True, separators=(",", ":"))


def record(match):
    """The hash of what was played: over the hash of the table's match before and JSON with sorted keys."""
    played = {key: match.get(key) for key in ("match", "game", "version", "state", "header", "result")}
    played["rows"] = [[row.get(key) for key in ("ask", "seat", "by", "digest", "answer")] for row in match["rows"]]
    return sha256(match["record"]["before"] + canonical(played))


def steps(match, noted=""):
    """Yield each step: whether it agrees (None: nothing to compare), and a sentence."""
    seed, header, opening = match["seed"], match["header"], match.get("opening")
    luck, source = header.get("luck"), header["seed"]
    if opening:
        link = sha256(sha256(seed) + opening["rest"])
        for earlier in reversed(opening["earlier"]):
            link = sha256(earlier + link)
        place = opening["number"] == source["match"] == luck["index"] == len(opening["earlier"]) + 1
        place = place and opening["length"] == luck["length"]
        yield place, f"This is deal {opening['number']} of {opening['length']} of its table"
    else:
        link = sha256(seed)
        yield source["match"] == match["match"], f"This is match {match['match']}, from a table with one seed"
    yield source["server"] == seed, f"Seed {seed}"
    yield link == match["commitment"], f"The seed and its proof lead to the fingerprint {link}"
    noted = "".join(noted.split()).lower()
    played = record(match) if "record" in match else ""
    if noted:
        yield len(noted) >= 16 and (link.startswith(noted) or played.startswith(noted)), f"You noted {noted}"
    # each vouches for what the other does not: the deal before the first card, or what was played
    if not (noted and link.startswith(noted)):
        yield None, "Compare that fingerprint with the one that stood in the channel before the first card"
    if played:
        yield played == match["record"]["hash"], f"What was played has the record {played[:16]}"
        if not (noted and played.startswith(noted)):
            yield None, "Compare that record with the one that stood in the channel: under the result, beside the next fingerprint or on the evening's card"
        before = match["record"]["before"]
        yield None, f"It takes in the record of the table's match before, {before[:16]}" if before else "It is the first of its table"
    else:
        yield None, "Not checked: who answered what, since an older version kept no hash of it"
    words = [word["word"] for word in luck["words"]] if luck else source["words"]
    for word in luck["words"] if luck else ():
        if word["drawn"]:
            right = word["word"] == sha256(f"{seed} word {word['seat']}")[:8]
            yield right, f"Seat {word['seat'] + 1}: {word['word']}, drawn from the seed"
        else:
            yield None, f"Seat {word['seat'] + 1}: {word['word']}, given by its player"
    beacon = luck and luck.get("beacon")
    if beacon and beacon["chain"] == QUICKNET:
        due = 1692803367 + 3 * (beacon["round"] - 1)
        out = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(due))
        yield beacon["due"] == due, f"Beacon round {beacon['round']} came out at {out}"
        yield None, "The message in the channel that announced this round must be older than that"
    elif beacon:
        yield None, f"Not checked: when round {beacon['round']} came out, since {beacon['chain']} is no beacon that is known here"
    if beacon and not beacon["randomness"]:
        yield None, f"Not checked: whether the beacon gave no number for round {beacon['round']}, which is not among the words"
    if beacon and beacon["randomness"]:
        made = hashlib.sha256(bytes.fromhex(beacon["signature"])).hexdigest()
        words.append(beacon["randomness"])
        yield made == beacon["randomness"], f"Beacon {beacon['chain']}, round {beacon['round']}: {made}"
        yield None, f"The beacon's signature is not checked here: compare with https://api.drand.sh/{beacon['chain']}/public/{beacon['round']}"
    text = json.dumps([source["match"], *words], ensure_ascii=False, separators=(",", ":"))
    yield words == source["words"], f"Mixed with {text}"
    key = hmac.new(seed.encode(), text.encode(), hashlib.sha256).digest()
    yield None, f"Key {key.hex()}"
    promised = (match.get("result") or {}).get("draws")
    if promised:
        made = hmac.new(seed.encode(), canonical(match.get("draws")).encode(), hashlib.sha256).hexdigest()
        yield made == promised, f"The list of rolls and cards has the hash {made}, which the record covers"
    elif match.get("state") == "void":
        yield None, "Not checked: whether the list is whole, since the match was called off"
    else:
        yield None, "Not checked: whether the list is whole, since an older version kept no hash of it"
    yield from dealt(match.get("draws") or (), numbers(key), bool(promised), len(match["rows"]))


def fits(draw, kind, limit, value):
    """Whether the words of a draw are those of its number, and its result what the number means."""
    if kind == "chance":
        cases = int(draw["label"].split()[1])
        return draw["label"] == f"chance {cases} in {limit}" and draw["result"] == ("yes" if value < cases else "no")
    labels = {"roll": "roll d{}", "draw": "draw from {}", "shuffle,": "shuffle, place {}", "choose": "choose from {}"}
    label = labels.get(kind, "number below {}").format(limit)
    return draw["label"] == label and (kind != "roll" or limit > 1 and draw["result"] == str(value + 1))


def dealt(draws, stream, whole_list, answers):
    """Yield each draw: follow its number to a face, a card of a pile, or what it decided. No number may mean nothing."""
    pile, place, unknown, after = [], 0, 0, None
    has_piles = whole_list or any("pile" in draw for draw in draws)
    for at, draw in enumerate(draws, 1):
        kind, limit, value = draw["label"].split()[0], draw["limit"], below(stream, draw["limit"])
        right = value == draw["value"] and fits(draw, kind, limit, value)
        if whole_list and draw["after"] != after:
            right = right and (after or 0) <= draw["after"] <= answers
            after = draw["after"]
            yield None, f"After {after} of {answers} answers:"
        # a shuffle goes from the last place to the second, with nothing in between
        goes_on = kind == "shuffle," and "pile" not in draw and place > 2
        if has_piles:
            right = right and (goes_on or place in (0, 2)) and (not goes_on or limit == place - 1)
            right = right and (kind != "shuffle," or goes_on or "pile" in draw)
        place = limit if kind == "shuffle," and has_piles else 0
        if "pile" in draw:
            yield None, f"A pile of {len(draw['pile'])}: {', '.join(draw['pile'])}"
        followed = kind in ("roll", "chance")
        if kind == "choose" and "pile" in draw:
            followed = True
            right = right and len(draw["pile"]) == limit and draw["result"] == draw["pile"][value]
        elif kind in ("draw", "shuffle,") and has_piles:
            followed, pile = True, list(draw.get("pile", pile))
            right = right and (goes_on or len(pile) == limit) and pile[value : value + 1] == [draw["result"]]
            if right:
                pile[value], pile[limit - 1] = pile[limit - 1], pile[value]
            if right and kind == "draw":
                pile.pop()
        unknown += not followed
        seat = f", seat {draw['seat'] + 1}" if draw.get("seat") is not None else ""
        shown = f"{at}. {draw['label']}{seat}: number {value} below {limit} {draw['result']}".rstrip()
        yield right and (True if followed else None if not whole_list else False), shown
    if has_piles and place > 2:
        yield False, f"The last shuffle stops at place {place}"
    if unknown:
        yield None, f"Not checked: what {unknown} of {len(draws)} numbers became. The file names no pile for them"


def main(arguments):
    try:
        with open(arguments[0], encoding="utf-8") as file:
            found = list(steps(json.load(file), " ".join(arguments[1:])))
    except NOT_READABLE as wrong:
        print(f"This is no opened match of Dicenight ({wrong!r}).\n{__doc__}")
        return 2
    for right, sentence in found:
        # what the file says must not steer the terminal that shows it
        shown = "".join(letter if letter.isprintable() else "?" for letter in sentence)
        print({True: "ok   ", False: "WRONG", None: "     "}[right], shown)
    wrong = sum(right is False for right, _ in found)
    unchecked = any(sentence.startswith("Not checked") for _, sentence in found)
    agrees = "Nothing is wrong, but this file can't prove everything." if unchecked else "Everything agrees."
    print(f"{wrong} of {len(found)} steps do not agree." if wrong else agrees)
    return 1 if wrong else 3 if unchecked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
