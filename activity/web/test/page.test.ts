/* What the page works out by itself, without a browser: changes of a view, places of a grid, scores of a hint. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { columnsFor } from "../src/columns";
import { openSpots } from "../src/spots";
import { scoresIn } from "../src/scores";
import { Link } from "../src/link";
import { EMPTY, Store, apply } from "../src/store";
import type { Change, View, Whole } from "../src/view";

const view = (log: string[] = []): View =>
  ({ blocks: { a: { id: "a" }, b: { id: "b" } }, prompts: {}, waits: [], log: log.map((line) => [line]) }) as unknown as View;

const whole = (v: number): Whole => ({ t: "whole", v, now: 1000, art: {}, view: view(["one", "two"]) });
const change = (from: number, set: Change["set"]): Change => ({ t: "change", v: from + 1, from, now: 2000, art: {}, set });

test("a change sets whole values, takes away what is null, and leaves the rest the same", () => {
  const before = view();
  const after = apply(before, { set: { "blocks.a": { id: "a", kind: "zone" }, "blocks.b": null, waits: ["You wait."] } });
  assert.deepEqual(Object.keys(after.blocks), ["a"]);
  assert.deepEqual(after.waits, ["You wait."]);
  assert.equal(after.prompts, before.prompts);
  assert.deepEqual(Object.keys(before.blocks), ["a", "b"]);
});

test("an entry of a row is set by its number, and the last one goes", () => {
  const before = { ...view(), seats: [{ seat: 0 }, { seat: 1 }, { seat: 2 }] } as unknown as View;
  const after = apply(before, { set: { "seats.1": { seat: 1, name: "Bob" }, "seats.2": null } });
  assert.deepEqual(after.seats, [{ seat: 0 }, { seat: 1, name: "Bob" }]);
  assert.equal(after.seats[0], before.seats[0]);
});

test("a field of an entry is set alone, and may be null", () => {
  const before = { ...view(), seats: [{ seat: 0, low: ["5"], time: 7 }, { seat: 1 }] } as unknown as View;
  const after = apply(before, { set: { "seats.0.low": ["6"], "seats.0.time": null, "blocks.a.items": ["back"] } });
  assert.deepEqual(after.seats, [{ seat: 0, low: ["6"], time: null }, { seat: 1 }]);
  assert.deepEqual(after.blocks["a"], { id: "a", items: ["back"] });
  assert.equal(after.seats[1], before.seats[1]);
  assert.deepEqual(before.seats[0]?.low, ["5"]);
});

test("the log drops its oldest lines, loses the latest that have changed, and gets new ones", () => {
  const after = apply(view(["one", "two", "three"]), { set: {}, log: { drop: 1, keep: 1, add: [["three, and more"]] } });
  assert.deepEqual(after.log, [["two"], ["three, and more"]]);
});

test("a change of another version is not taken, and changes nothing", () => {
  const store = new Store();
  assert.equal(store.take(change(6, { waits: ["x"] }), 0), false);
  assert.ok(store.take(whole(7), 0));
  assert.equal(store.take(change(6, { waits: ["x"] }), 0), false);
  assert.deepEqual(store.state.view?.waits, []);
  assert.ok(store.take(change(7, { waits: ["x"] }), 0));
  assert.equal(store.state.v, 8);
  assert.equal(store.state.ahead, 2000);
});

test("a press stays marked until the frame with what it did, and a refused one is told", () => {
  const store = new Store();
  store.take(whole(1), 0);
  const sent = { t: "press", press: "p", match: 1, ask: 2, answer: "call" } as const;
  store.set({ presses: [{ press: "p", sent, taken: false }] });
  store.take({ t: "taken", press: "p", words: [] }, 0);
  assert.equal(store.state.presses.length, 1);
  store.take(change(1, {}), 0);
  assert.equal(store.state.presses.length, 0);
  store.set({ presses: [{ press: "q", sent: { ...sent, press: "q" }, taken: false }] });
  store.take({ t: "refused", press: "q", words: ["Too late."] }, 0);
  assert.equal(store.state.presses.length, 0);
  assert.deepEqual(store.state.notice?.words, ["Too late."]);
});

test("nothing is known before the first frame", () => assert.equal(EMPTY.view, null));

test("the first card of an empty grid has one place, and the others those of any square that fits", () => {
  assert.deepEqual(openSpots({ piles: [], span: 3, depth: 2 }, []), [[0, 0]]);
  assert.equal(openSpots({ piles: [], span: 3, depth: 2 }, [[0, 0]]).length, 24);
  const full = openSpots({ piles: [[0, 0, ["a"]], [2, 2, ["b", "c"]]], span: 3, depth: 2 }, []);
  assert.ok(full.some(([column, row]) => column === 0 && row === 0));
  assert.ok(!full.some(([column, row]) => column === 2 && row === 2));
  assert.equal(full.length, 8);
});

test("a hint that tells the worth of each card of the hand stands below the cards", () => {
  const line = ["Your hand: ", { item: "a", name: "A" }, " 2, ", { item: "b", name: "B" }, " 0 (killed), ", { item: "a", name: "A" }, " 3."];
  assert.deepEqual(scoresIn(line, ["a", "b", "a"]), { before: ["Your hand"], below: ["2", "0 (killed)", "3"] });
  assert.equal(scoresIn(line, ["a", "b"]), null);
});

test("short words stand side by side, long ones in two columns", () => {
  assert.equal(columnsFor(1, 30), 1);
  assert.equal(columnsFor(10, 2), 5);
  assert.equal(columnsFor(3, 8), 3);
  assert.equal(columnsFor(5, 40), 2);
});

// ---- the connection

const BACK = 5000;

/** A server that may be away: connections to it fail at once, as they do when its process has been killed. */
class Server {
  static there = true;
  static open: Fake[] = [];
  static got: string[] = [];
}

class Fake {
  static OPEN = 1;
  readyState = 0;
  onopen!: () => void;
  onmessage!: (event: { data: string }) => void;
  onclose!: () => void;

  constructor() {
    queueMicrotask(() => {
      if (!Server.there) return this.close();
      this.readyState = 1;
      Server.open.push(this);
      this.onopen();
    });
  }

  send(text: string): void {
    Server.got.push(text);
    if (JSON.parse(text).t === "hello") this.onmessage({ data: JSON.stringify(whole(1)) });
  }

  close(): void {
    this.readyState = 3;
    this.onclose();
  }
}

const settled = async () => {
  for (let n = 0; n < 20; n += 1) await Promise.resolve();
};

test("a page is back five seconds after its server at the latest, however long that was away, with its presses", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  context.mock.method(Math, "random", () => 0.999);
  Object.assign(globalThis, { WebSocket: Fake, addEventListener: () => undefined, document: { addEventListener: () => undefined } });
  for (let away = 0; away <= 60_000; away += 700) {
    [Server.there, Server.open, Server.got] = [true, [], []];
    const store = new Store();
    const link = new Link(store, new URL("wss://table.example/api/socket"), async () => "session");
    link.open("session");
    await settled();
    assert.equal(store.state.link, "open");
    Server.there = false;
    Server.open.pop()?.close();
    link.press({ press: "p", taken: false, sent: { t: "press", press: "p", match: 1, ask: 2, answer: "call" } });
    for (let past = 0; past < away; past += 100) {
      context.mock.timers.tick(100);
      await settled();
    }
    assert.equal(store.state.link, "lost");
    [Server.there, Server.got] = [true, []];
    for (let past = 0; past < BACK && store.state.link === "lost"; past += 100) {
      context.mock.timers.tick(100);
      await settled();
    }
    assert.equal(store.state.link, "open", `after ${away} ms away`);
    assert.deepEqual(Server.got.map((text) => JSON.parse(text).t), ["hello", "press"]);
    link.close();
  }
});
