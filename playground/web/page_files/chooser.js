// Select menus: a button that opens a list, for mouse, touch, keyboard and screen readers.

import { el, emoji } from "./dom.js";
import { icon } from "./icons.js";

let numbers = 0;

/**
 * A select. `options` are {value, label, description, emoji, default}; from `least` to `most` of them are chosen, and
 * `chosen(values)` is called with the choice.
 */
export function chooser({ label, options, least, most, disabled, customId, chosen }) {
  const number = ++numbers;
  const many = most > 1;
  const picked = new Set(options.filter((option) => option.default).map((option) => option.value));
  let current = -1;
  let typed = "";
  let typedAt = 0;

  const value = el("span", { class: "value" });
  const trigger = el("button", {
    type: "button", role: "combobox", disabled, "aria-label": label, "aria-haspopup": "listbox",
    "aria-expanded": "false", "aria-controls": `list-${number}`, "data-custom-id": customId,
    onclick: () => (list.hidden ? open() : close()), onkeydown: keys,
    onkeyup: (event) => event.key === " " && !list.hidden && event.preventDefault(),
  }, value, icon("down"));
  const items = options.map((option, i) => el("li", {
    role: "option", id: `list-${number}-${i}`,
    onmousedown: (event) => event.preventDefault(), onclick: () => pick(i),
  }, many ? el("span", { class: "box", "aria-hidden": "true" }, icon("tick")) : null, emoji(option.emoji),
  el("span", {}, el("span", { class: "name" }, option.label),
    option.description ? el("span", { class: "small" }, option.description) : null)));
  const list = el("ul", {
    id: `list-${number}`, role: "listbox", "aria-label": label, "aria-multiselectable": many ? "true" : null,
  }, ...items);
  list.hidden = true;
  const done = el("button", {
    type: "button", class: "button primary", onmousedown: (event) => event.preventDefault(), onclick: send }, "Choose");
  const footer = el("div", { class: "footer" }, el("span", { class: "small" },
    least === most ? `${most} of these` : `${least} to ${most} of these`), done);
  footer.hidden = true;
  const holder = el("div", { class: "chooser" }, trigger, list, many ? footer : null);
  holder.addEventListener("focusout", (event) => holder.contains(event.relatedTarget) || close());
  paint();
  return holder;

  function paint() {
    const names = options.filter((option) => picked.has(option.value)).map((option) => option.label);
    value.replaceChildren(names.join(", ") || label);
    value.classList.toggle("none", !names.length);
    items.forEach((item, i) => {
      item.setAttribute("aria-selected", String(picked.has(options[i].value)));
      item.classList.toggle("current", i === current);
    });
    if (current >= 0 && !list.hidden) trigger.setAttribute("aria-activedescendant", items[current].id);
    else trigger.removeAttribute("aria-activedescendant");
    done.disabled = picked.size < least || picked.size > most;
  }

  function open() {
    list.hidden = footer.hidden = false;
    holder.classList.add("open");
    trigger.setAttribute("aria-expanded", "true");
    go(Math.max(options.findIndex((option) => picked.has(option.value)), 0));
    holder.scrollIntoView({ block: "nearest" });
  }

  function close() {
    if (list.hidden) return;
    list.hidden = footer.hidden = true;
    holder.classList.remove("open");
    trigger.setAttribute("aria-expanded", "false");
    paint();
    holder.dispatchEvent(new CustomEvent("chooserclosed", { bubbles: true }));
  }

  function go(to) {
    current = Math.min(Math.max(to, 0), items.length - 1);
    paint();
    items[current].scrollIntoView({ block: "nearest" });
  }

  function pick(i) {
    const { value: own } = options[i];
    if (!many) {
      picked.clear();
      picked.add(own);
      send();
    } else {
      if (picked.has(own)) picked.delete(own);
      else if (picked.size < most) picked.add(own);
      current = i;
      paint();
    }
  }

  function send() {
    if (picked.size < least || picked.size > most) return;
    close();
    chosen(options.map((option) => option.value).filter((own) => picked.has(own)));
  }

  function keys(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8, Home: -99, End: 99 };
    if (list.hidden) {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        open();
      }
      return;
    }
    if (event.key in steps) go(current + steps[event.key]);
    else if (event.key === "Escape") close();
    else if (event.key === " " || (event.key === "Enter" && !many)) pick(current);
    else if (event.key === "Enter") send();
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) find(event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function find(letter) {
    typed = now() - typedAt < 800 ? typed + letter.toLowerCase() : letter.toLowerCase();
    typedAt = now();
    const found = options.findIndex((option) => option.label.toLowerCase().replace(/^\W+/u, "").startsWith(typed));
    if (found >= 0) go(found);
  }
}

const now = () => performance.now();
