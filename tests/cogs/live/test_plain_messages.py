"""Plain messages say the same with less: no box, no picture, no emoji, but every word and every control."""

from __future__ import annotations

from cogs.live.plain_messages import bare_message, plain_message
from cogs.ui.components import (
    Json,
    button,
    container,
    link,
    message,
    option,
    picture,
    rows,
    section,
    select,
    separator,
    text,
)

RICH: Json = {
    **message(
        container(
            [
                text("## Rogues"),
                picture("table.png", "Two cards"),
                separator(),
                section("Ann sits here.", button("Join", "t:1:sit")),
                *rows([button("Start", "t:1:start"), link("Away", "https://example.org")]),
            ],
            7,
        ),
        text("Below the box."),
        select("Pick one", "s:1", [option("One", "1"), option("Two", "2")]),
        mentions=[5],
    ),
    "attachments": [{"id": "1", "filename": "table.png", "description": "Two cards"}],
}


def controls(payload: Json) -> list[str]:
    """Where the controls of a message lead, in order."""
    found = [each for row in payload["components"] if row["type"] == 1 for each in row["components"]]
    return [each.get("custom_id") or each["url"] for each in found]


def test_every_word_and_control_is_kept_and_nothing_else() -> None:
    plain = plain_message(RICH)
    assert [part["type"] for part in plain["components"]] == [10, 1, 1, 1]
    assert plain["components"][0]["content"] == "## Rogues\nAnn sits here.\nBelow the box."
    assert controls(plain) == ["t:1:sit", "t:1:start", "https://example.org", "s:1"]
    assert plain["attachments"] == []
    assert plain["allowed_mentions"] == RICH["allowed_mentions"]


def test_the_barest_message_is_one_sentence_with_the_same_controls() -> None:
    bare = bare_message(RICH, "Here you are.")
    assert [part["content"] for part in bare["components"] if part["type"] == 10] == ["Here you are."]
    assert controls(bare) == controls(plain_message(RICH))


def test_emoji_go_and_what_had_no_other_label_keeps_a_word() -> None:
    emoji = {"id": "9", "name": "coin"}
    menu = select("Pick", "s:2", [option("One", "1")])
    menu["components"][0]["options"][0]["emoji"] = emoji
    bet = {**button("Bet", "p:1"), "emoji": emoji}
    only = {"type": 2, "style": 2, "custom_id": "p:2", "emoji": emoji}
    plain = plain_message(message(text("You have <:coin:9> 5"), *rows([bet, only]), menu))
    said, buttons, pick = plain["components"]
    assert "<:" not in said["content"]
    assert "5" in said["content"]
    assert [each["label"] for each in buttons["components"]] == ["Bet", "coin"]
    assert "emoji" not in str(buttons) + str(pick)
    assert RICH["components"][0]["type"] == 17, "what was given is left as it was"
    assert menu["components"][0]["options"][0]["emoji"] == emoji
