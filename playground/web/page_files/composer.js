// The line at the bottom: a message, or a slash command with its options.

import { el } from "./dom.js";
import { icon } from "./icons.js";

const COMBOBOX = { role: "combobox", "aria-controls": "picker", "aria-autocomplete": "list", "aria-expanded": "false" };

const input = document.getElementById("composer-input");
const picker = document.getElementById("picker");
const fields = document.getElementById("options");

let commands = [];
let names = { users: {}, roles: {}, channels: {} };
let chosen = null;
let readers = {};
let current = -1;
let send = null;
let asking = 0;

/** Wire the composer; `ask(request)` sends to the server and returns the result. */
export function setUpComposer(ask) {
  send = ask;
  input.addEventListener("input", () => offer());
  input.addEventListener("keydown", keys);
  document.getElementById("composer").addEventListener("submit", submit);
  document.getElementById("send").append(icon("send"));
}

/** Set the channel that the line writes to. `writable` is true if the member may write messages there. */
export function writeTo(channel, writable, sign = "#") {
  input.placeholder = writable ? `Message ${sign}${channel}` : "Only commands here: type /";
}

/** Set the commands that are offered here, and the names of members, roles and channels. */
export function offerCommands(found, known) {
  commands = found.flatMap((command) => leaves(command, command.name));
  names = known;
}

function leaves(node, words) {
  const below = (node.options || []).filter((option) => option.type <= 2);
  if (!below.length) return [{ words, description: node.description, options: node.options || [] }];
  return below.flatMap((option) => leaves(option, `${words} ${option.name}`));
}

function offer() {
  if (chosen || !input.value.startsWith("/")) return hide();
  const typed = input.value.slice(1).toLowerCase();
  show(commands.filter((command) => command.words.includes(typed)).map((command) => ({
    label: "/" + command.words,
    description: command.description,
    hints: command.options.map((option) => (option.required ? option.name : `${option.name}?`)),
    take: () => begin(command),
  })));
}

function show(entries, near = input) {
  // A newer list may come between an arrow key and Enter: the entry that was marked stays marked.
  const marked = picker.hidden ? undefined : picker.children[current]?.dataset.label;
  current = entries.findIndex((entry) => entry.label === marked);
  picker.replaceChildren(...entries.map((entry, i) => el("div", {
    role: "option", id: `pick-${i}`, "data-label": entry.label, "aria-selected": String(i === current),
    onmousedown: (event) => event.preventDefault(), onclick: () => entry.take(),
  }, el("span", {}, el(entry.hints ? "strong" : "span", {}, entry.label), ...(entry.hints || []).map((hint) =>
    el("span", { class: "hint" }, hint))), el("span", { class: "small" }, entry.description || ""))));
  open(entries.length > 0, near);
  if (current >= 0) near.setAttribute("aria-activedescendant", `pick-${current}`);
}

function open(yes, near = input) {
  picker.hidden = !yes;
  for (const box of [input, ...fields.querySelectorAll('[role="combobox"]')]) {
    box.setAttribute("aria-expanded", String(yes && box === near));
    box.removeAttribute("aria-activedescendant");
  }
}

function hide() {
  open(false);
}

function keys(event) {
  if (event.key === "Escape") return reset();
  if (event.key === "Backspace" && chosen && !event.currentTarget.value && event.currentTarget === input) return reset();
  if (picker.hidden) return;
  const entries = [...picker.children];
  if (event.key === "ArrowDown" || event.key === "ArrowUp") {
    event.preventDefault();
    current = (current + (event.key === "ArrowDown" ? 1 : entries.length - 1 + (current < 0))) % entries.length;
    entries.forEach((entry, i) => entry.setAttribute("aria-selected", String(i === current)));
    event.currentTarget.setAttribute("aria-activedescendant", `pick-${current}`);
    entries[current].scrollIntoView({ block: "nearest" });
  } else if ((event.key === "Enter" || event.key === "Tab") && (current >= 0 || event.currentTarget === input)) {
    event.preventDefault();
    entries[Math.max(current, 0)].click();
  }
}

/** Show a field for each option of a chosen command, or send a command without options at once. */
function begin(command) {
  hide();
  chosen = command;
  readers = {};
  input.value = "/" + command.words;
  fields.hidden = false;
  fields.replaceChildren(
    el("p", {}, el("strong", {}, "/" + command.words), " ", el("span", { class: "small" }, command.description)),
    ...command.options.map(optionField),
    el("button", { type: "button", class: "link", onclick: reset }, "Cancel"));
  (fields.querySelector("input, select") || input).focus();
}

function optionField(option) {
  const id = `option-${option.name}`;
  const about = `about-${option.name}`;
  const label = el("span", {}, el("label", { for: id }, option.name),
    el("span", { class: "small", id: about }, (option.required ? " " : " (optional) ") + option.description));
  const kinds = { 6: [names.users], 7: [names.channels], 8: [names.roles], 9: [names.users, names.roles] };
  let choices = option.choices;
  if (option.type === 5) choices = [{ name: "true", value: "true" }, { name: "false", value: "false" }];
  if (kinds[option.type]) {
    choices = kinds[option.type].flatMap((source) =>
      Object.entries(source).map(([value, name]) => ({ value, name })));
  }
  if (choices?.length) {
    const list = el("select", { id, required: Boolean(option.required), "aria-describedby": about }, el("option", { value: "" }, ""),
      ...choices.map((choice) => el("option", { value: String(choice.value) }, choice.name)));
    const typed = new Map(choices.map((choice) => [String(choice.value), choice.value]));
    readers[option.name] = () => (list.value === "" ? undefined : typed.get(list.value));
    return el("div", { class: "field" }, label, list);
  }
  const number = option.type === 4 || option.type === 10;
  const box = el("input", {
    id, "aria-describedby": about, required: Boolean(option.required), type: number && !option.autocomplete ? "number" : "text",
    min: option.min_value !== undefined ? String(option.min_value) : null,
    max: option.max_value !== undefined ? String(option.max_value) : null,
    minlength: option.min_length ? String(option.min_length) : null,
    maxlength: option.max_length ? String(option.max_length) : null,
    step: option.type === 10 ? "any" : null,
  });
  let value = null;
  readers[option.name] = () => (box.value === "" ? undefined : value !== null ? value : box.value);
  if (option.autocomplete) {
    const complete = async () => {
      value = null;
      const turn = ++asking;
      const { [option.name]: own, ...others } = read();
      const result = await send({
        do: "complete", command: chosen.words, focused: option.name, value: box.value, options: others });
      if (turn !== asking || !chosen || document.activeElement !== box) return;
      show((result.choices || []).map((choice) => ({
        label: choice.name,
        take: () => { asking++; box.value = choice.name; value = choice.value; hide(); box.focus(); },
      })), box);
    };
    for (const [name, own] of Object.entries(COMBOBOX)) box.setAttribute(name, own);
    box.addEventListener("input", complete);
    box.addEventListener("focus", complete);
    box.addEventListener("keydown", keys);
  }
  return el("div", { class: "field" }, label, box);
}

function read() {
  return Object.fromEntries(Object.entries(readers).map(([name, of]) => [name, of()])
    .filter(([, value]) => value !== undefined));
}

function reset() {
  asking++;
  chosen = null;
  readers = {};
  fields.hidden = true;
  fields.replaceChildren();
  input.value = "";
  hide();
  input.focus();
}

async function submit(event) {
  event.preventDefault();
  if (chosen) {
    const request = { do: "slash", command: chosen.words, options: read() };
    reset();
    await send(request);
    return;
  }
  const text = input.value.trim();
  if (!text) return;
  const command = commands.find((each) => "/" + each.words === text);
  if (command) return begin(command);
  input.value = "";
  await send({ do: "say", text });
}
