/*
 * What moves: cards from where they were to where they are, dice that tumble, pieces that fly to the pot.
 *
 * The page is drawn in its new state at once and can be pressed at once; the motion is shown over it. `before` notes
 * where everything is, `after` lets what has moved come from there. Who wants less motion gets none.
 */

import * as sound from "./sound";

const EASE = "cubic-bezier(.2,.8,.3,1.08)";
const MOVE = 260;
const FLY = 380;
const TUMBLE = 700;
/** The delay between cards that are dealt together, and the most that are shown one by one. */
const APART = 45;
const MOST = 18;

interface Seen {
  rect: DOMRect;
  item: string;
  place: string;
  markup: string;
}

const still = matchMedia("(prefers-reduced-motion: reduce)");
let seen = new Map<string, Seen>();
let pieces = new Map<string, DOMRect>();

/** Note where everything that can move is. */
export function before(): void {
  seen = new Map();
  pieces = new Map();
  if (still.matches) return;
  for (const element of document.querySelectorAll<HTMLElement>("[data-move]")) {
    const rect = element.getBoundingClientRect();
    if (!rect.width) continue;
    seen.set(element.dataset.move ?? "", {
      rect,
      item: element.dataset.item ?? "",
      place: element.dataset.place ?? "",
      markup: element.innerHTML,
    });
  }
  for (const element of document.querySelectorAll<HTMLElement>("[data-pieces]")) {
    pieces.set(element.dataset.pieces ?? "", element.getBoundingClientRect());
  }
}

/** Let everything that is new or elsewhere come from where it was. */
export function after(first: boolean): void {
  if (still.matches || document.hidden) return;
  const now = [...document.querySelectorAll<HTMLElement>("[data-move]")];
  const here = new Set(now.map((element) => element.dataset.move));
  const gone = [...seen.entries()].filter(([id]) => !here.has(id)).map(([, each]) => each);
  let fresh = 0;
  let moved = 0;
  for (const element of now) {
    const { move = "", item = "", die } = element.dataset;
    const old = seen.get(move);
    const rect = element.getBoundingClientRect();
    if (!rect.width) continue;
    if (old) {
      slide(element, old.rect, rect, 0);
      continue;
    }
    if (first) continue;
    const at = gone.findIndex((each) => each.item === item);
    const from = at >= 0 ? gone.splice(at, 1)[0] : undefined;
    if (from && !die) {
      slide(element, from.rect, rect, 0);
      moved += 1;
    } else if (die !== undefined) {
      if (fresh < MOST) tumble(element, fresh);
      fresh += 1;
    } else {
      if (fresh < MOST) deal(element, rect, fresh);
      fresh += 1;
    }
    if (fresh === 1) sound.play(die !== undefined ? "dice" : "card");
  }
  if (moved) sound.play("card");
  piecesFly(first);
}

function slide(element: HTMLElement, from: DOMRect, to: DOMRect, delay: number): void {
  const [x, y] = [from.left - to.left, from.top - to.top];
  const scale = from.width / to.width;
  if (Math.abs(x) < 2 && Math.abs(y) < 2 && Math.abs(scale - 1) < 0.04) return;
  element.animate(
    [{ transform: `translate(${x}px,${y}px) scale(${scale})`, transformOrigin: "0 0", zIndex: "30" }, { transformOrigin: "0 0", zIndex: "30" }],
    { duration: MOVE, delay, easing: EASE, fill: "backwards" },
  );
}

/** A card comes from the middle of the table, turning. */
function deal(element: HTMLElement, to: DOMRect, nth: number): void {
  const table = document.querySelector(".table")?.getBoundingClientRect();
  if (!table) return;
  const x = table.left + table.width / 2 - (to.left + to.width / 2);
  const y = table.top + table.height / 2 - (to.top + to.height / 2);
  element.animate(
    [
      { transform: `translate(${x}px,${y}px) rotate(24deg) rotateY(90deg) scale(.7)`, opacity: 0 },
      { transform: `translate(${x * 0.3}px,${y * 0.3}px) rotate(8deg) rotateY(60deg)`, opacity: 1, offset: 0.6 },
      { transform: "none", opacity: 1 },
    ],
    { duration: MOVE + 60, delay: nth * APART, easing: EASE, fill: "backwards" },
  );
}

/** A die comes along a short arc, turns twice, and shows other numbers until it lands on the true one. */
function tumble(element: HTMLElement, nth: number): void {
  const side = nth % 2 ? 1 : -1;
  const delay = nth * APART;
  element.animate(
    [
      { transform: `translate(${side * 90}px,-70px) rotate(${side * -640}deg) scale(1.25)`, opacity: 0 },
      { opacity: 1, offset: 0.15 },
      { transform: `translate(${side * 14}px,6px) rotate(${side * -90}deg) scale(1.06)`, offset: 0.66, easing: "ease-out" },
      { transform: "none" },
    ],
    { duration: TUMBLE, delay, easing: "cubic-bezier(.3,.5,.5,1)", fill: "backwards" },
  );
  const number = element.querySelector("svg text");
  const sides = Number(/^[dg](\d+):/.exec(element.dataset.item ?? "")?.[1] ?? 0);
  if (!number || !sides) return;
  const face = number.textContent;
  const roll = setInterval(() => (number.textContent = String(1 + Math.floor(Math.random() * sides))), 70);
  setTimeout(() => {
    clearInterval(roll);
    number.textContent = face;
  }, delay + TUMBLE * 0.7);
}

/** Bets slide from the seat, and together into the pot when a round ends; a pot flies to whoever has got more. */
function piecesFly(first: boolean): void {
  if (first) return;
  const now = new Map(
    [...document.querySelectorAll<HTMLElement>("[data-pieces]")].map((each) => [each.dataset.pieces ?? "", each]),
  );
  let flown = 0;
  for (const [id, element] of now) {
    const [kind, seat] = id.split(":");
    if (kind === "bet" && !pieces.has(id)) {
      const from = document.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect();
      if (from) slide(element, small(from), element.getBoundingClientRect(), 0);
      flown += 1;
    }
  }
  for (const [id, rect] of pieces) {
    if (now.has(id) || !rect.width) continue;
    const target = id === "pot" ? document.querySelector("[data-winner]") : now.get("pot");
    if (target) fly(rect, target.getBoundingClientRect());
    flown += 1;
  }
  if (flown) sound.play("pieces");
}

function small(rect: DOMRect): DOMRect {
  return new DOMRect(rect.left + rect.width / 2 - 8, rect.top + rect.height / 2 - 8, 16, 16);
}

function fly(from: DOMRect, to: DOMRect): void {
  for (let n = 0; n < 3; n += 1) {
    const ghost = document.createElement("i");
    ghost.className = "chip ghost";
    ghost.style.left = `${from.left + from.width / 2 - 9}px`;
    ghost.style.top = `${from.top + from.height / 2 - 9}px`;
    document.body.append(ghost);
    const x = to.left + to.width / 2 - (from.left + from.width / 2);
    const y = to.top + to.height / 2 - (from.top + from.height / 2);
    ghost
      .animate([{ opacity: 1 }, { transform: `translate(${x}px,${y}px)`, opacity: 0.9, offset: 0.9 }, { transform: `translate(${x}px,${y}px)`, opacity: 0 }], {
        duration: FLY,
        delay: n * 50,
        easing: "ease-in-out",
        fill: "both",
      })
      .finished.finally(() => ghost.remove());
  }
}
