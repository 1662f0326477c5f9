/*
 * The contract between the page and the server of the Activity (`activity/view.py`, `activity/server.py`).
 *
 * The page shows what a view says and sends what a view offers. It knows no rule and no game: whatever is to be read is
 * here in words, whatever may be pressed is here with its answer.
 *
 * Examples: `python -m tests.helpers.activity_views FOLDER` writes frames of every game.
 *
 * Names of fields are those of the rules' blocks and prompts (`games/engine/scene.py`, `games/engine/prompts.py`). A field
 * that those call `kind` is called `about` here, because `kind` says which block or prompt it is.
 */

import type { PageWords } from "./words";

// ---- what everything is made of

/** A card, a die or a token, by its key: `L.wren`, `d6:4`, `g20:17`, `3g8`. A hidden one is `back`. `Frame.art` has its
 * drawing and its name. Two items with one key are alike; an item that is in one block before a change and in another
 * after it has moved. */
export type Item = string;
/** A seat's number. Numbers at the rail are 100 and more; a number below 0 is nobody's. */
export type Seat = number;
/** A moment, in milliseconds since 1970 by the server's clock: compare it with `now` of the frame. */
export type Time = number;

/** A sentence: text, and in it what can be drawn better than written. Joined with every `name` and number it reads as
 * a whole sentence, which is what a screen reader says. Text is plain: no Markdown, no HTML. */
export type Runs = Run[];
export type Run =
  | string
  | { item: Item; name: string }
  | { seat: Seat; name: string }
  | { strong: string } // a number or word that matters more than the others
  | { time: Time } // say how far away it is: "in 20 seconds"
  | { amount: true }; // only in `Amount.words`: here stands the amount that is chosen

/** An answer to a prompt, as plain JSON; each kind of prompt says what is one. */
export type Answer = string | number | null | number[] | number[][] | [Item, number, number[][]];

// ---- frames

/** What the server sends. */
export type Frame = Whole | Change | Taken | Refused | Gone;

/** Everything: the first frame, and after `again`. */
export interface Whole {
  t: "whole";
  v: number; // the version of this view; it only grows within a connection
  now: Time;
  art: Art;
  view: View;
  /** The page's own words, where the member reads another language than the page has. */
  words?: PageWords;
}

/** What is different from the view `from`. If the page has another one, it sends `again` and gets a `whole`. */
export interface Change {
  t: "change";
  v: number;
  from: number;
  now: Time;
  art: Art; // items that no frame of this connection has had yet
  /** New values by path: a field of `View`, one entry of `View.blocks`, `View.prompts` or `View.seats` (`blocks.zone:hand:2`,
   * `prompts.17`, `seats.0` for the first of them), or a field of such an entry (`seats.0.low`), split at dots. An entry that is
   * null is gone; a field that is null is null. Whole values: nothing within them is merged. */
  set: { [path: string]: unknown };
  /** How the log changed, if it did: the page keeps `keep` lines after the first `drop`, and adds these. */
  log?: { drop: number; keep: number; add: Runs[] };
}

/** The press counts; the frame with what it did comes before or after this. */
export interface Taken {
  t: "taken";
  press: string;
  words: Runs; // a sentence for the one who pressed, if there is one: "You leave with 60 copper."
  greeting?: Runs[]; // what is new to who has sat down, to be read until a match begins
  page?: Page; // what the press asked to read
  choose?: Control; // a choice that the press asked for: shown like any control with `asks`
}

/** The press does not count and changed nothing. */
export interface Refused {
  t: "refused";
  press: string;
  words: Runs;
}

/** The server closes the connection after this. `again`: the page may come back by itself, with the session it has;
 * `session`: the session has run out, and the page asks for a new one first; `never`: only a person can open it again. */
export interface Gone {
  t: "gone";
  words: Runs;
  then: "again" | "session" | "never";
}

/** What the page sends. Its first frame is `hello`: `locale` is the language of the member's Discord, `reads` the page's. */
export type Sent =
  | { t: "hello"; session: string; locale: string; reads: string }
  | { t: "again" } // send the whole view
  /** The answer to a question. `press` is a UUID of the page's making, the same when it is sent again. */
  | { t: "press"; press: string; match: number; ask: number; answer: Answer }
  /** A control, as the view lists it; `with` may have more fields that its `asks` names. */
  | { t: "do"; press: string; what: string; with: { [name: string]: unknown } };

/** By item: its drawing (an address of this server; null if it has none, and is shown by its mark), and its name. */
export interface Art {
  [item: Item]: { src: string | null; name: string; mark: string; die?: true; times?: number }; // `times`: so many of it
}

// ---- the view

export interface View {
  table: Table;
  /** The viewer's seat; null for a spectator. */
  me: Seat | null;
  /** In the order round the table, which never changes in a match. */
  seats: SeatRow[];
  /** The part of the game that is played, the pots and bets, facts: "Round 2 of 3 · Pot 12". */
  head: Runs;
  /** What has just happened, in one sentence; to the viewer as "You ...". Empty before anything has. */
  happened: Runs;
  /** What the viewer reads while nothing is asked of them: who is thinking, when the next game starts, that they watch. */
  waits: Runs;
  /** The ids of all blocks, from the most important. */
  order: string[];
  blocks: { [id: string]: Block };
  /** The questions that are open to the viewer, by id; smaller ids were asked earlier. Show those with `urgent` first. */
  prompts: { [ask: string]: Prompt };
  controls: Control[];
  /** The latest turns, the oldest first. */
  log: Runs[];
  result: Result | null;
  /** Only in the lobby. */
  lobby: Lobby | null;
  /** Where the viewer looks back at a match that is over; the rest of the view is then as it was. */
  past: Past | null;
  /** Where the viewer takes a lesson; the rest of the view is then the lesson's own table. */
  lesson: Lesson | null;
}

export interface Table {
  id: number;
  match: number | null; // sent with every answer
  title: string;
  theme: string; // the name of its colours (`THEMES` in bot/face/art/palette.py)
  emblem: Item[];
  phase: "lobby" | "playing" | "revealing" | "over" | "suspended" | "closed";
  free: boolean; // no money at stake
  race: boolean; // everyone presses as fast as they can: no animation may delay a press
  hidden: boolean; // a private table
}

export interface SeatRow {
  seat: Seat;
  name: string;
  user: string | null; // the Discord id, for the face; null for computers
  hue: string; // a colour: "#c2410c"
  computer: boolean;
  low: Runs; // the second line of its plate: money, score, lives, or what it did
  note: Runs; // the last thing it did or said; stays until the next
  badge: Runs; // what it is in this game, such as its character
  out: boolean; // folded, or out of the game
  asked: boolean; // everyone waits for it
  time: { until: Time; whole: number } | null; // its time: when it runs out, and how many milliseconds it was given
  bet: number; // pieces bet in this round, 0 if none
  leads: boolean; // its bet is the highest
  talk: string; // a computer player's line of table talk
  marks: ("host" | "cohost" | "dealer" | "away" | "ready" | "left" | "sits_out" | "vacation" | "new")[];
  gauges: Gauge[];
  counts: [name: string, n: number][];
}

/** A thing that the viewer may do now beside answering. The page shows `words` and sends `what` and `with`. */
export interface Control {
  what: string;
  with: { [name: string]: unknown };
  words: string;
  /** `primary`: the one to press next; `plain`; `aside`: small, beside the rest; `menu`: behind "More"; `page`: opens
   * something to read. */
  place: "primary" | "plain" | "aside" | "menu" | "page";
  /** Asked before it is sent, such as before leaving. */
  confirm?: string;
  /** What the page adds to `with`: one of these (by name). */
  asks?: Field;
}

/** A step of a lesson. Any other answer than the one that is wanted is refused with a sentence, and nothing is lost. */
export interface Lesson {
  step: number;
  steps: number;
  say: Runs; // what has happened, and why this is the press; after the last step what was learned
  wanted: Answer; // the answer to mark
  over: boolean;
}

/** A choice: with few options it is a row of buttons, with many a list. `chosen`: the values that are chosen now. */
export interface Field {
  name: string;
  words: string;
  about: string;
  options: { value: string; words: string; about: string; item?: Item }[];
  chosen: string[];
  low: number; // the fewest values; with `high` 1 the value is sent as a string, else as a list
  high: number;
  letters?: number; // there are no options: the viewer writes so many letters at most
  people?: true; // the options are those who have the page open and no seat, by their Discord ids
}

export interface Lobby {
  pitch: string; // the game in a dozen words
  about: string; // "Simple · 2 to 6 players · about 10 minutes"
  stakes: Runs;
  free: number; // free seats
  missing: number; // players without whom it cannot start
  options: Runs; // variants in use, fair play
  /** The settings with what is chosen, for those who may change them and have them open: the page sends {what: "settings",
   * with: {open: true}}, and false when it has closed them. Others are shown the stakes and the options. */
  settings: Field[];
  may_set: boolean; // sends {what: "setting", with: {name, value}}
}

export interface Result {
  /** How loud it is told: win, big, perfect, upset, comeback, broke, tie, all_out. */
  degree: string;
  headline: Runs;
  /** The viewer's own sentence, empty for spectators. */
  personal: Runs;
  title: string;
  /** The match is over; false for one game of a night, which goes on. */
  over: boolean;
  rows: {
    seat: Seat;
    place: number | null;
    change: string; // "+46", "−2 g6"
    gain: number; // more than 0: won; less: lost; in round figures
    points: number;
    reason: Runs;
    items: Item[]; // its open cards or dice
  }[];
  notes: Runs[];
  moment: Runs;
  then: Runs;
  items: Item[]; // the cards or dice of the moment
  pot: number;
  /** The scores of the seats, step by step, for a curve; empty where none were told. */
  course: [seat: Seat, score: number][][];
}

/** While it is there, the page shows no controls but a slider, which sends {what: "step", with: {step}}, and a way back:
 * {what: "present"}. */
export interface Past {
  match: number;
  step: number;
  last: number;
  mine: number[]; // the steps at which the viewer decided, for marks on the slider
  chance: number | null; // their chance to win there, 0 to 1
}

/** Something to read, in answer to a control with `place` "page". */
export interface Page {
  title: string;
  parts: { head: string; lines: Runs[] }[];
}

// ---- blocks of the table. Blocks of a kind can be several; `id` is stable while the thing is there.

export type Block =
  | Zone
  | Grid
  | Track
  | Gauges
  | Strip
  | Trick
  | Prospects
  | Circle
  | Pots
  | Stack
  | Window
  | Legend
  | Sheet
  | Timeline
  | Hint
  | Invitation;
/* The rules' other blocks stand elsewhere in the view: scene_header in `head`, seats and nicknames in `seats`, log in `log`,
 * scene_outcome in `result`. */

interface AnyBlock {
  id: string;
}

/** Cards or dice that belong together: a hand, a keep, a discard pile. `owner`: the seat before which it is; null: the
 * middle of the table. */
export interface Zone extends AnyBlock {
  kind: "zone";
  name: string;
  owner: Seat | null;
  items: Item[];
  /** For viewers who see more than others: true for each item that everyone sees. Empty: all alike. */
  shown: boolean[];
  /** `row`; `pile`: many, the last on top; `heap`: many of few kinds, shown by their numbers; `stock`: many that are put
   * aside, shown by their number alone; `stack`: cards that wait, the newest last and on top. */
  layout: "row" | "pile" | "heap" | "stock" | "stack";
  price: number | null; // what one pays to take it, where it is for sale
  mine: boolean; // the viewer's own hand: it is below the table, and an item of it can be pressed
}

/** Items on places of a grid: column, row (growing to the right and down), items from the bottom up. */
export type Pile = [column: number, row: number, items: Item[]];
export interface Grid extends AnyBlock {
  kind: "grid";
  name: string;
  owner: Seat | null;
  piles: Pile[];
  districts: { column: number; row: number; name: string; sign: Item; points: number }[];
}

/** An amount on each of some cards; `unit` is `piece` where that is money. With `toward`, the cards move along a road to
 * that place, the last card is nearest. */
export interface Track extends AnyBlock {
  kind: "track";
  name: string;
  counts: [item: Item, n: number][];
  unit: string;
  toward: string;
}

/** A number of a seat from 0 to `most`. `pips`: what is left of `most`; `goal`: what is reached of it; `gap`: what is left
 * before it meets `mark`, another number of the seat by the name `mark_name`. */
export interface Gauge {
  name: string;
  value: number;
  most: number;
  shape: "pips" | "goal" | "gap";
  mark: number | null;
  mark_name: string;
}
/** The same gauges as in `SeatRow.gauges`, for those who show them together. */
export interface Gauges extends AnyBlock {
  kind: "gauges";
  name: string;
  seats: { seat: Seat; gauges: Gauge[]; counts: [name: string, n: number][] }[];
}

/** The numbers that dice may show, in a line, with what each pays now. */
export interface Strip extends AnyBlock {
  kind: "strip";
  name: string;
  fields: { face: number; pays: string; zone: string; fate: "lost" | "even" | "won" }[];
}

/** The cards of a trick in the order played. A zone of the same name has the same cards: show one of them. */
export interface Trick extends AnyBlock {
  kind: "trick";
  name: string;
  played: [seat: Seat, item: Item][];
  led: string;
  dominant: string;
  leading: number | null; // the index in `played` of the card that would take it now
}

/** The best answers to the viewer's question, the most promising first: what each gains, and how many of how many
 * remaining cards bring it. */
export interface Prospects extends AnyBlock {
  kind: "prospects";
  about: string;
  rows: { answer: string; name: string; gain: number; hits: number; of: number; cost: number }[];
}

/** Places in a circle, clockwise from the top, and the zone in its middle. */
export interface Circle extends AnyBlock {
  kind: "circle";
  name: string;
  places: { name: string; sign: Item; total: number; parts: { name: string; adds: string; items: Item[] }[]; note: string }[];
  pointed: number | null;
  meaning: string;
  middle: Omit<Zone, "id" | "mine"> | null;
}

/** The pots: the amount of each and who may win it; `bets` are the bets of this round, apart. `aside`: the pieces are no
 * part of the play, they wait for the winner. */
export interface Pots extends AnyBlock {
  kind: "pots";
  pots: [amount: number, seats: Seat[]][];
  bets: [seat: Seat, amount: number][];
  unit: string;
  aside: boolean;
}

/** Things that wait to be carried out; the newest is last, and the one being answered. */
export interface Stack extends AnyBlock {
  kind: "stack";
  name: string;
  items: { items: Item[]; line: Runs; text: string; now: Runs | null; reason: Runs | null }[];
}

/** A window in which several seats may answer the top of a stack in secret. */
export interface Window extends AnyBlock {
  kind: "window";
  about: string;
  line: Runs; // what everyone reads about it
  asked: [seat: Seat, why: Runs][];
  until: Time | null;
}

/** The effects of the viewer's own cards, in the order of the hand. */
export interface Legend extends AnyBlock {
  kind: "legend";
  entries: { item: Item; text: string; ways: string[] }[];
}

/** A score sheet: a column for each seat, or with `upright` a row for each. */
export interface Sheet extends AnyBlock {
  kind: "sheet";
  name: string;
  seats: Seat[];
  rows: { head: Runs; cells: Runs[] }[];
  upright: boolean;
  legend: Runs | null;
}

/** Counts of the seats, step by step, for a chart. */
export interface Timeline extends AnyBlock {
  kind: "timeline";
  name: string;
  steps: [name: string, counts: [seat: Seat, n: number][]][];
}

/** What the viewer's hand is worth now; `short` in two short lines at most, the one to be read first. */
export interface Hint extends AnyBlock {
  kind: "hint";
  line: Runs;
  short: Runs[];
}

/** An invitation to spectators to come to the rail; the control for it is among `controls`. */
export interface Invitation extends AnyBlock {
  kind: "invitation";
  about: string;
  line: Runs;
}

// ---- prompts: questions that are open to the viewer

export type Prompt = Choose | Pick | Place | PlayCard;

interface AnyPrompt {
  id: number; // sent as `ask`
  seat: Seat; // whose question it is: the viewer's, or that of a guest whom the host plays
  about: string; // the decision: bet, reveal, keep
  title: Runs; // the question in words
  /** Somebody waits for the answer. Otherwise it may be given at any time, or never. */
  urgent: boolean;
  time: { until: Time; whole: number } | null;
  /** Saying nothing is an answer: with `time`, "say nothing and you pass". */
  silent: boolean;
  /** Short: answer fast (a race); a press that comes a little early is tried again by the server. */
  race: boolean;
  /** A press is waiting to be tried. */
  early: boolean;
  /** A line about what a press risks of the purse; empty if little. */
  risk: Runs;
  /** What the viewer has answered already and may still change, in words; null if nothing. */
  given: Runs | null;
  /** The price in large ("12 to call"), and what it can win. Empty where nothing is to be paid. */
  price: string;
  terms: string;
  /** Asked seldom: show it folded behind this word. */
  folded: string;
}

/** One of a few options (answer: its key), or an amount (answer: the number). */
export interface Choose extends AnyPrompt {
  kind: "choose";
  options: Option[];
  amount: Amount | null;
}
export interface Option {
  answer: string;
  words: Runs;
  hint: Runs;
  /** Ask this once before the answer is sent. */
  confirm: Runs | null;
  /** It gives something up: folding. */
  gives_up: boolean;
  /** Set for switches: it is on now. */
  on?: boolean;
  /** The option stands for this item, which is (if it is there) one of the viewer's hand. */
  item?: Item;
}
export interface Amount {
  low: number;
  high: number; // no more than the viewer can pay
  steps: number[]; // good sizes, ascending, at most three; the rest is for a slider
  words: Runs; // "Bet {amount}"
}

/** From `low` to `high` items (answer: their places in `items`, ascending, `[0, 2]`). */
export interface Pick extends AnyPrompt {
  kind: "pick";
  items: Item[];
  low: number;
  high: number;
  places: number[]; // those that may be picked
  none: Runs; // the words for picking nothing, where `low` is 0
  /** The zone whose items these are, one by one, if there is one: press them where they are. */
  zone: string | null;
}

/** A place on a grid for every item (answer: `[column, row]` each, in the order of `items`). The grid has no frame: all
 * items on it must fit into some square of `span` columns and rows. The first item of an empty grid goes to [0, 0], and
 * all others are counted from it. At most `depth` items are on a place, at most one of them from this answer. */
export interface Place extends AnyPrompt {
  kind: "place";
  items: Item[];
  piles: Pile[];
  span: number;
  depth: number;
  worth: number | null; // of the grid as it is
}

/** A card to play, or one of the words of `passes` (answer: the word).
 * The answer of a move: `[card, alternative, [chosen of the first aim, chosen of the second ...]]`. */
export interface PlayCard extends AnyPrompt {
  kind: "play_card";
  passes: { answer: string; words: Runs; aside: boolean }[]; // `aside`: seldom wanted, in a menu
  moves: Move[];
  aims: Aim[];
  done: Runs; // the word that sends the move without a card
}
/** `card` is "" for something that needs no card: a form above the cards. What a form has chosen for an aim is carried
 * along to the same aim (by name) of a card. */
export interface Move {
  card: Item;
  alternative: number;
  words: Runs; // what this way does, where a card has several
  text: string; // the effect
  aims: number[]; // indices in `PlayCard.aims`
}
/** From `low` to `high` of `among`; with `again` the same may be named more than once and the order counts, else they differ
 * and are sent ascending. An aim with exactly `low` among has nothing to choose. */
export interface Aim {
  name: string;
  words: Runs;
  low: number;
  high: number;
  again: boolean;
  among: { value: number; words: Runs; item?: Item; seat?: Seat }[];
}
