// Messages and their components, drawn as elements.

import { chooser } from "./chooser.js";
import { el, emoji, face } from "./dom.js";
import { icon } from "./icons.js";
import { picture } from "./lightbox.js";
import { markdown } from "./markdown.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary", 6: "secondary" };
const CHOOSERS = { 3: "Make a selection", 5: "Select a member", 6: "Select a role", 7: "Select a member or role", 8: "Select channels" };
const JOINED = 300_000; // milliseconds within which the next message of an author is drawn without a new head

/** Draw a whole message as a list item. `act` has press(message, custom_id), select(...), dismiss(message), remove(message),
 * beginThread(message) and openThread(id). */
export function messageItem(message, names, act, previous) {
  const used = message.interaction_metadata?.name;
  const joined =
    previous && !used && previous.author.id === message.author.id && previous.only_you === message.only_you &&
    Date.parse(message.timestamp) - Date.parse(previous.timestamp) < JOINED;
  const classes = ["message", joined && "joined", message.only_you && "only-you",
    message.to_me && "to-me"];
  const item = el("li", { class: classes.filter(Boolean).join(" "), "data-id": message.id, tabindex: "-1" });
  if (used) {
    const who = names.users[message.interaction_metadata.user.id] || "somebody";
    item.append(el("p", { class: "used" }, face(who), el("strong", {}, who), " used ", el("span", { class: "mention" }, "/" + used)));
  }
  item.append(face(message.author_name, message.bot), el("div", { class: "author" },
    el("strong", {}, message.author_name),
    message.bot ? el("span", { class: "badge" }, "APP") : null,
    el("time", { datetime: message.timestamp },
      new Intl.DateTimeFormat(undefined, { timeStyle: "short" }).format(new Date(message.timestamp)))));
  const body = el("div", { class: "body" });
  item.append(body);
  if (!message.only_you) item.append(toolsFor(message, names, act));
  if (message.loading) body.append(el("p", { class: "thinking" }, `${message.author_name} is thinking…`));
  if (message.content) body.append(el("div", { class: "text" }, markdown(message.content, names)));
  for (const embed of message.embeds) body.append(embedBox(embed, names));
  const shown = new Set();
  for (const component of message.components) body.append(render(component, message, names, act, shown));
  const files = message.attachments.filter((file) => !shown.has(file.url));
  const pictures = files.filter((file) => (file.content_type || "").startsWith("image/"));
  if (pictures.length) body.append(gallery(pictures.map((file) => picture(file, file.description))));
  for (const file of files) if (!pictures.includes(file)) body.append(fileBox(file.url, file.filename, file.size));
  if (message.edited_timestamp && message.content) body.append(el("span", { class: "small" }, "(edited)"));
  if (message.thread) {
    body.append(el("p", { class: "private" }, icon("thread"),
      el("button", { type: "button", class: "link", onclick: () => act.openThread(message.thread.id) }, message.thread.name)));
  }
  if (message.only_you) {
    body.append(el("p", { class: "private" }, icon("eye"), "Only you can see this", el("span", { "aria-hidden": "true" }, " · "),
      el("button", { type: "button", class: "link", onclick: () => act.dismiss(message) }, "Dismiss message")));
  }
  return item;
}

/** The small buttons of a message, as in Discord's client: begin a thread on it, delete it. */
function toolsFor(message, names, act) {
  const tools = el("div", { class: "message-tools" });
  if (names.may.thread && !message.thread) {
    tools.append(el("button", { type: "button", class: "tool", "aria-label": "Create a thread here", title: "Create a thread here",
      onclick: () => act.beginThread(message) }, icon("thread")));
  }
  if (names.may.delete || message.author.id === names.me) {
    tools.append(el("button", { type: "button", class: "tool", "aria-label": "Delete this message", title: "Delete this message",
      onclick: () => act.remove(message) }, icon("bin")));
  }
  return tools;
}

function render(component, message, names, act, shown) {
  const inside = (list) => list.map((child) => render(child, message, names, act, shown));
  switch (component.type) {
    case 1:
      return el("div", { class: "row" }, ...inside(component.components));
    case 2:
      return button(component, message, act);
    case 3: case 5: case 6: case 7: case 8:
      return select(component, message, names, act);
    case 9:
      return el("div", { class: "section" },
        el("div", {}, ...inside(component.components)), render(component.accessory, message, names, act, shown));
    case 10:
      return el("div", { class: "text" }, markdown(component.content, names));
    case 11:
      shown.add(component.media.url);
      return picture(component.media, component.description, "thumbnail");
    case 12:
      return gallery(component.items.map((item) => {
        shown.add(item.media.url);
        return picture(item.media, item.description);
      }));
    case 13:
      shown.add(component.file.url);
      return fileBox(component.file.url, component.name, component.size);
    case 14:
      return el("hr", { class: `${component.divider ? "" : "invisible"} ${component.spacing === 2 ? "wide" : ""}` });
    case 17:
      return accented(component.accent_color, el("div", { class: "container" }, ...inside(component.components)));
    default:
      return el("p", { class: "small" }, `(a component of kind ${component.type})`);
  }
}

function accented(colour, box) {
  if (colour !== undefined && colour !== null) {
    box.style.setProperty("--accent", "#" + colour.toString(16).padStart(6, "0"));
  }
  return box;
}

function gallery(pictures) {
  return el("div", { class: `gallery of-${Math.min(pictures.length, 3)}` }, ...pictures);
}

function fileBox(url, name, size) {
  return el("p", { class: "file" }, icon("file"), el("a", { href: url, download: name || "" }, name || "A file"),
    size ? el("span", { class: "small" }, ` ${size} bytes`) : null);
}

function button(component, message, act) {
  const words = [emoji(component.emoji), component.label || null];
  if (component.url) {
    return el("a", { class: "button secondary", href: component.url, target: "_blank", rel: "noopener noreferrer" },
      ...words, el("span", { "aria-hidden": "true" }, " ↗"));
  }
  return el("button", {
    type: "button",
    class: `button ${STYLES[component.style]}`,
    disabled: Boolean(component.disabled),
    "data-custom-id": component.custom_id,
    onclick: (event) => act.press(message, component.custom_id, event.currentTarget),
  }, ...words);
}

function select(component, message, names, act) {
  return chooser({
    label: component.placeholder || CHOOSERS[component.type],
    options: component.type === 3 ? component.options : everything(component.type, names, component.default_values),
    least: component.min_values ?? 1,
    most: component.max_values ?? 1,
    disabled: Boolean(component.disabled),
    customId: component.custom_id,
    chosen: (values) => act.select(message, component.custom_id, values),
  });
}

/** Members, roles or channels as options; those in `ticked` are already chosen. */
export function everything(kind, names, ticked = []) {
  const sources = { 5: [names.users], 6: [names.roles], 7: [names.users, names.roles], 8: [names.channels] }[kind];
  const chosen = new Set(ticked.map((each) => each.id));
  return sources.flatMap((source) =>
    Object.entries(source).map(([value, label]) => ({ value, label, default: chosen.has(value) })));
}

function embedBox(embed, names) {
  return accented(embed.color, el("div", { class: "container" },
    embed.title ? el("strong", {}, embed.title) : null,
    embed.description ? el("div", { class: "text" }, markdown(embed.description, names)) : null,
    ...(embed.fields || []).map((field) => el("div", {}, el("strong", {}, field.name), markdown(field.value, names))),
    embed.image ? picture(embed.image, embed.image.description) : null,
    embed.footer?.text ? el("p", { class: "small" }, embed.footer.text) : null));
}
