// The conversation: messages come, change and go while the reader keeps their place.

import { messageItem } from "./components.js";
import { el } from "./dom.js";

const SAID_AT_MOST = 400; // letters of one message that are read out

const messages = document.getElementById("messages");
const announcer = document.getElementById("announcer");

const shown = new Map();
const late = new Map(); // repaints that wait until an open list in their message is closed
let atEnd = true;
let lastTop = 0;
let pressedIn = null;

/** Keep a reader at the end there, even when pictures arrive or the composer grows. */
export function setUpMessages() {
  messages.addEventListener("scroll", () => {
    const near = messages.scrollHeight - messages.scrollTop - messages.clientHeight < 80;
    // Only who scrolls up leaves the end: the event is late, and a message may have grown since.
    atEnd = near || (atEnd && messages.scrollTop >= lastTop);
    lastTop = messages.scrollTop;
    if (atEnd && !near) toEnd();
  });
  messages.addEventListener("load", () => atEnd && toEnd(), true);
  messages.addEventListener("click", (event) => (pressedIn = event.target.closest("li[data-id]")?.dataset.id));
  messages.addEventListener("chooserclosed", (event) => {
    const waits = late.get(event.target.closest("li[data-id]").dataset.id);
    if (waits) setTimeout(waits);
  });
  new ResizeObserver(() => atEnd && toEnd()).observe(messages);
}

/** Forget the messages shown, for another channel or member. */
export function clear() {
  shown.clear();
  late.clear();
  atEnd = true;
  messages.replaceChildren();
}

/** Show a whole channel; messages that are unchanged stay as they are. */
export function drawAll(list, names, act) {
  for (const id of [...shown.keys()]) if (!list.some((message) => message.id === id)) remove(id);
  for (const message of list) {
    const known = shown.get(message.id);
    if (known && JSON.stringify(known) === JSON.stringify(message)) continue;
    shown.set(message.id, message);
    place(message, names, act);
  }
  if (atEnd) toEnd();
}

/** Show a new or changed message. */
export function drawOne(message, names, act) {
  const isNew = !shown.has(message.id);
  shown.set(message.id, message);
  if (item(message.id)?.querySelector(".chooser.open")) {
    late.set(message.id, () => late.delete(message.id) && drawOne(message, names, act));
    return;
  }
  late.delete(message.id);
  const before = item(message.id) ? linesOf(item(message.id)) : [];
  const made = place(message, names, act);
  // Read out new messages, and changes in the member's own. A table that others repaint would never be silent.
  if (isNew || message.only_you || message.id === pressedIn) announce(message, linesOf(made).filter((line) => !before.includes(line)));
  if (atEnd) toEnd();
}

/** Remove a message. */
export function remove(id) {
  shown.delete(id);
  item(id)?.remove();
}

function place(message, names, act) {
  const old = item(message.id);
  const list = [...shown.values()];
  const made = messageItem(message, names, act, list[list.indexOf(message) - 1] ?? null);
  if (!old) messages.append(made);
  else {
    const focus = old.contains(document.activeElement) ? document.activeElement : null;
    old.replaceWith(made);
    if (focus) refocus(made, focus);
  }
  return made;
}

/** Keep the focus in a repainted message: on the same control, else one of the same name, else the next. */
function refocus(made, focus) {
  const controls = [...made.querySelectorAll("button:enabled, a[href]")];
  const same = controls.find((each) => focus.dataset.customId && each.dataset.customId === focus.dataset.customId);
  const alike = controls.find((each) => each.textContent === focus.textContent);
  const next = controls.find((each) => each.dataset.customId);
  (same || alike || next || made).focus({ preventScroll: true });
}

function linesOf(made) {
  return [...made.querySelectorAll(".text, .thinking")].flatMap((part) => part.innerText.split("\n")).filter((line) => line.trim());
}

function announce(message, lines) {
  if (!lines.length) return;
  const words = `${message.author_name}${message.only_you ? ", only to you" : ""}: ${lines.join("\n")}`;
  announcer.append(el("p", {}, words.slice(0, SAID_AT_MOST)));
  while (announcer.childElementCount > 5) announcer.firstElementChild.remove();
}

function item(id) {
  return messages.querySelector(`li[data-id="${id}"]`);
}

function toEnd() {
  atEnd = true;
  messages.scrollTop = messages.scrollHeight;
  lastTop = messages.scrollTop;
}
