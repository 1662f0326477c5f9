"""Notices: messages that reach members without a press, and the members' choices about them.

    choices   the choices of a member in one place: for which games, on which days, at which hours, and where
        service   stores the choices, finds the members who asked for a game, and counts the notices to each

There are two kinds. A *notice* announces an event: players are called, a planned night is near. A *turn message* says
that a table waits for its reader. Each kind has a limit of its own, so that a call never uses up a turn:

- `NoticeService.choose` lets a notice reach a member once an hour, and never in their quiet hours;
- `NoticeService.claim_turn` lets a turn message reach them once a turn, and news of the table of the day once a day.

A sender claims first and sends afterwards, and both are saved: a stop in between loses a notice and never repeats one.
The choices are stored with a member's profile, per member and place, and are deleted by `/privacy delete`.

Nothing here talks to Discord: `cogs.live.notice_sender` does, and if a member's direct messages are closed, it mentions
them in the channel instead, once.
"""
