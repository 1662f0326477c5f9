"""The sentence of each seat at the end, and headlines, where a game has none of its own."""

from __future__ import annotations

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    # between players
    "you:won": "You won {n:gembones} with {mine:line}.",
    "you:won_plain": "You won {n:gembones}.",
    "you:won_folds": "You won {n:gembones}: everyone else folded.",
    "you:tied": "You tied with {others:seats}: {mine:line}. That makes {n:gembones} for you.",
    "you:tied_plain": "You tied with {others:seats}. That makes {n:gembones} for you.",
    "you:placed": "You won {n:gembones}: you came {place} of {count} with {mine:line}. {who:seats} had {theirs:line}.",
    "you:placed_plain": "You won {n:gembones} and came {place} of {count}.",
    "you:lost": "You lost {n:gembones}: {who:seats}'s {theirs:line} beat your {mine:line}.",
    "you:lost_to_tie": "You lost {n:gembones}: {who:seats} tied on {theirs:line}, ahead of your {mine:line}.",
    "you:lost_plain": "You lost {n:gembones}. {who:seats} came out on top.",
    "you:even": "You broke even: {who:seats} had {theirs:line}, you had {mine:line}.",
    "you:even_plain": "You broke even. {who:seats} came out on top.",
    "you:folded": "You folded and lost {n:gembones}.",
    "you:folded_even": "You folded, and it cost you nothing.",
    "you:aside": "You sat this one out.",
    # for points, where nothing is won or lost
    "you:first": "You won: {mine:line}.",
    "you:first_plain": "You won.",
    "you:shared": "You share the win with {others:seats}: {mine:line}.",
    "you:shared_plain": "You share the win with {others:seats}.",
    "you:behind": "You came {place} of {count}: {mine:line}. {who:seats} won: {theirs:line}.",
    "you:outscored": "You ended with {mine:line}. {who:seats} won with {theirs:line}.",
    "you:outscored_plain": "You didn't win this one. {who:seats} won.",
    "you:behind_plain": "You came {place} of {count}. {who:seats} won.",
    # headlines
    "ending:ahead": "{ahead:seats} comes out ahead. {headline:line}",
    "ending:ahead_many": "{ahead:seats} come out ahead. {headline:line}",
    # against the house, or where nobody has won
    "you:house_won": "You won {n:gembones}: {mine:line}.",
    "you:house_won_plain": "You won {n:gembones}.",
    "you:house_lost": "You lost {n:gembones}: {mine:line}.",
    "you:house_lost_plain": "You lost {n:gembones}.",
    "you:house_even": "You won nothing and lost nothing: {mine:line}.",
    "you:house_even_plain": "You won nothing and lost nothing.",
}
