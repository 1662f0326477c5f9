"""Notices: messages that reach members who have pressed nothing, and their choices about these.

    choices   the choices of a member in one place: for which games, on which days, at which hours, and where
    service   keeps the choices, finds the members who asked for a game, and counts what each was told

There are two kinds. A *notice* says that something is on: players are called, a planned night is near. A *turn message*
says that a table waits for its reader. Each kind has a limit of its own, so that a call never swallows a turn:

- `NoticeService.choose` lets a notice reach a member once an hour, and never in their quiet hours;
- `NoticeService.claim_turn` lets a turn message reach them once a turn.

A sender claims first and sends afterwards, and both are saved: a stop in between costs a notice and never repeats one.
The choices are kept beside a member's other profile values, per member and place, and go with `/privacy delete`.

Nothing here speaks to Discord: `cogs.live.notice_sender` does, and where a member's direct messages are closed, it
mentions them in the channel instead, once.
"""
