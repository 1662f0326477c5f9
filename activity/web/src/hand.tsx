/* The viewer's own cards and dice: tapped, or dragged onto the table. */

import { useRef } from "preact/hooks";
import { Piece, useTable } from "./pieces";
import type { Item } from "./view";
import { _ } from "./words";

/** From so many cards on, those that have no room scroll sideways. */
const MOST = 12;
/** From so many cards on that are known by their titles, they stand in two rows: none covers another's. */
const TITLES = 5;
/** A press that has moved so far is a drag. */
const DRAG = 9;

export interface Held {
  item: Item;
  nth: number;
  /** What a press on it does; nothing if it may not be pressed now. */
  press?: () => void;
  /** What dropping it does, at a place of a grid or elsewhere on the table; a press if nothing is said. */
  drop?: (spot: [number, number] | null) => void;
  picked?: boolean;
  dim?: boolean;
  gold?: boolean;
  /** Words above it, such as "open", and below it. */
  tag?: string;
  below?: string;
  /** Its title, written on it, where the drawing alone does not tell it from the others. */
  title?: string;
  /** What a press means, for those who cannot see it. */
  does?: string;
}

export function Hand({ held, place, large }: { held: Held[]; place: string; large?: boolean }) {
  const scrolls = held.length > MOST;
  // cards that are only looked at now leave the room to what is to be decided
  const idle = !held.some((each) => each.press);
  const titles = held.filter((each) => each.title).length >= TITLES;
  const style = { "--many": Math.min(held.length, scrolls ? MOST + 1 : held.length) };
  return (
    <ol
      class={`hand${large ? " large" : idle ? " idle" : ""}${scrolls ? " scrolls" : ""}${titles ? " titles" : ""}`}
      style={style}
      aria-label={_("Your hand")}
      tabIndex={scrolls ? 0 : undefined}
    >
      {held.map((each, n) => <Card key={`${each.item}|${each.nth}`} each={each} place={place} turn={large ? (n - (held.length - 1) / 2) * 3 : 0} />)}
    </ol>
  );
}

function Card({ each, place, turn }: { each: Held; place: string; turn: number }) {
  const { state } = useTable();
  const drag = useRef<{ x: number; y: number; moved: boolean } | null>(null);
  /** The click that follows a drag is no press. */
  const dropped = useRef(false);
  const name = state.art[each.item]?.name ?? each.item;
  const inner = (
    <>
      {each.tag ? <b class="tag">{each.tag}</b> : null}
      <Piece item={each.item} place={place} nth={each.nth} gold={each.gold || each.picked} dim={each.dim}>
        {each.title ? <span class="title" aria-hidden="true">{each.title}</span> : null}
      </Piece>
    </>
  );
  const below = each.below ? <small class="below" aria-hidden={each.press !== undefined}>{each.below}</small> : null;
  const style = { "--turn": `${turn}deg` };
  const kind = `${each.title ? "titled" : ""}${each.dim ? " aside" : ""}`;
  if (!each.press) {
    return <li style={style} class={kind}><span class={`held${each.dim ? " dim" : ""}`}>{inner}</span>{below}</li>;
  }

  const over = (x: number, y: number): Element | null => {
    const element = document.elementFromPoint(x, y);
    return element?.closest("[data-spot]") ?? element?.closest("[data-drop]") ?? null;
  };
  const mark = (target: Element | null) => {
    for (const lit of document.querySelectorAll(".lit")) lit.classList.remove("lit");
    target?.classList.add("lit");
  };
  const end = (element: HTMLElement) => {
    drag.current = null;
    mark(null);
    element.classList.remove("dragged");
    element.style.transform = "";
  };
  return (
    <li style={style} class={kind}>
      <button
        type="button"
        class={`held${each.picked ? " picked" : ""}${each.dim ? " dim" : ""}`}
        aria-label={[name, each.tag, each.below, each.does].filter(Boolean).join(", ")}
        aria-pressed={each.picked === undefined ? undefined : each.picked}
        onClick={(event) => {
          if (event.detail !== 0 && dropped.current) return;
          each.press?.();
        }}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          drag.current = { x: event.clientX, y: event.clientY, moved: false };
          dropped.current = false;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          const from = drag.current;
          if (!from) return;
          const [x, y] = [event.clientX - from.x, event.clientY - from.y];
          if (!from.moved) {
            // sideways is scrolling, where the hand scrolls
            if (Math.hypot(x, y) < DRAG) return;
            from.moved = true;
            event.currentTarget.classList.add("dragged");
          }
          event.currentTarget.style.transform = `translate(${x}px,${y}px) rotate(${x / 30}deg)`;
          event.currentTarget.style.pointerEvents = "none";
          mark(over(event.clientX, event.clientY));
          event.currentTarget.style.pointerEvents = "";
        }}
        onPointerUp={(event) => {
          const from = drag.current;
          drag.current = null;
          if (!from?.moved) return;
          dropped.current = true;
          const element = event.currentTarget;
          element.style.pointerEvents = "none";
          const target = over(event.clientX, event.clientY);
          element.style.pointerEvents = "";
          end(element);
          if (!target) return;
          const spot = target.getAttribute("data-spot");
          const [column, row] = spot?.split(",").map(Number) ?? [];
          if (!each.drop) each.press?.();
          else each.drop(column === undefined || row === undefined ? null : [column, row]);
        }}
        onPointerCancel={(event) => end(event.currentTarget)}
      >
        {inner}
      </button>
      {below}
    </li>
  );
}
