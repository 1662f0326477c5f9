/* What lies in the middle of a table: a drawing for each kind of block, and none for a game. */

import { Face, Piece, Sentence, Words, kinds } from "./pieces";
import { Pile } from "./seats";
import type { Block, Circle, Pots, Stack, Strip, Track, Trick, View, Window, Zone } from "./view";
import { _, big, ngettext, pgettext } from "./words";

/** The blocks in the middle, from the most important. */
export function Middle({ view }: { view: View }) {
  const blocks = view.order.map((id) => view.blocks[id]).filter((block): block is Block => block !== undefined);
  const tricks = new Set(blocks.filter((block) => block.kind === "trick").map((block) => block.name));
  const circles = new Set(blocks.filter((block) => block.kind === "circle").map((block) => block.middle?.name));
  const shared = blocks.filter(
    (block): block is Zone =>
      block.kind === "zone" && block.owner === null && !tricks.has(block.name) && !circles.has(block.name),
  );
  const strip = blocks.some((block) => block.kind === "strip");
  return (
    <>
      {blocks.map((block) => {
        switch (block.kind) {
          case "circle":
            return <CirclePlan key={block.id} circle={block} />;
          case "track":
            return <TrackPlan key={block.id} track={block} />;
          case "strip":
            return <StripPlan key={block.id} strip={block} />;
          case "trick":
            return <TrickPlan key={block.id} trick={block} view={view} />;
          case "stack":
            return <StackPlan key={block.id} stack={block} />;
          case "window":
            return <WindowPlan key={block.id} window={block} view={view} />;
          default:
            return null;
        }
      })}
      <Shared zones={shared} house={strip} />
      {blocks.map((block) => (block.kind === "pots" ? <PotsPlan key={block.id} pots={block} /> : null))}
      {blocks.some(isInMiddle) ? null : <Watermark items={view.table.emblem} />}
    </>
  );
}

/** Return whether a block lies in the middle and has anything to show. */
function isInMiddle(block: Block): boolean {
  if (block.kind === "zone") return block.owner === null && block.items.length > 0;
  if (block.kind === "pots") return block.pots.some(([amount]) => amount > 0) || block.bets.length > 0;
  return ["circle", "track", "strip", "trick", "stack", "grid"].includes(block.kind);
}

/** The game's own signs, faint on the cloth of a table on which nothing lies yet. */
function Watermark({ items }: { items: string[] }) {
  return (
    <span class="watermark" aria-hidden="true">
      {items.slice(0, 3).map((item, n) => <Piece key={n} item={item} />)}
    </span>
  );
}

/** Return whether the middle needs more than the inside of a ring of seats. */
export function isBroad(view: View): boolean {
  return view.order.some((id) => {
    const block = view.blocks[id];
    return (
      block?.kind === "circle" ||
      block?.kind === "track" ||
      block?.kind === "strip" ||
      (block?.kind === "stack" && block.items.length > 0) ||
      (block?.kind === "zone" && block.owner === null && (block.price !== null || (block.layout === "row" && block.items.length > 3)))
    );
  });
}

function Shared({ zones, house }: { zones: Zone[]; house: boolean }) {
  const stalls = zones.filter((zone) => zone.price !== null);
  const open = zones.filter((zone) => zone.price === null && zone.items.length && zone.layout !== "stock");
  const stocks = zones.filter((zone) => zone.price === null && zone.items.length && zone.layout === "stock");
  return (
    <>
      {stalls.length ? (
        <div class="stalls">{stalls.map((zone) => <Stall key={zone.id} zone={zone} />)}</div>
      ) : null}
      {open.length || stocks.length ? (
        <div class={`shared${house ? " house" : ""}`}>
          {open.map((zone) => (
            <figure key={zone.id} data-zone={zone.id}>
              <Pile zone={zone} most={16} />
              <figcaption>{zone.name}</figcaption>
            </figure>
          ))}
          {stocks.map((zone) => (
            <figure key={zone.id} class="stock">
              <span class="pile">
                <Piece item={zone.items.includes("back") ? "back" : (zone.items.at(-1) ?? "back")} place={zone.id}>
                  <b class="count">{zone.items.length}</b>
                </Piece>
              </span>
              <figcaption>{zone.name}</figcaption>
            </figure>
          ))}
        </div>
      ) : null}
    </>
  );
}

/** A stall of a market: its goods by kind, and what one pays for them. */
function Stall({ zone }: { zone: Zone }) {
  return (
    <figure class="stall" data-zone={zone.id}>
      <span class="roof" aria-hidden="true" />
      <span class="goods">
        {kinds(zone.items).map(([item, n]) => (
          <Piece key={item} item={item} place={zone.id}>{n > 1 ? <b class="count">{n}</b> : null}</Piece>
        ))}
      </span>
      <figcaption>{zone.price ? _("pay {price}", { price: zone.price }) : pgettext("goods of a market", "free")}</figcaption>
    </figure>
  );
}

function PotsPlan({ pots }: { pots: Pots }) {
  const total = pots.pots.reduce((sum, [amount]) => sum + amount, 0);
  const bets = pots.bets.reduce((sum, [, amount]) => sum + amount, 0);
  if (!total && !bets) return null;
  return (
    <div class={`pot${pots.aside ? " aside" : ""}`} data-pieces="pot">
      {pots.aside ? null : <Heap amount={total || bets} />}
      <b>{pots.aside ? _("{n} for the winner", { n: total }) : _("Pot {n}", { n: total })}</b>
      {bets ? <small>{_("{n} bet this round", { n: bets })}</small> : null}
      {pots.pots.length > 1 ? <small>{pots.pots.map(([amount]) => big(amount)).join(" + ")}</small> : null}
    </div>
  );
}

/** A heap of pieces that grows with the amount: one, up to nine, in three piles. */
function Heap({ amount }: { amount: number }) {
  const many = amount < 2 ? 1 : Math.min(9, 2 + Math.floor(Math.log(amount) / Math.log(1.9)));
  const piles = many < 3 ? 1 : many < 5 ? 2 : 3;
  return (
    <span class="heap-of-chips" aria-hidden="true">
      {Array.from({ length: piles }, (_, pile) => (
        <span key={pile}>
          {Array.from({ length: Math.floor(many / piles) + (pile < many % piles ? 1 : 0) }, (_, n) => (
            <i key={n} class={`chip hue-${(pile * 2 + n) % 5}`} />
          ))}
        </span>
      ))}
    </span>
  );
}

function TrickPlan({ trick, view }: { trick: Trick; view: View }) {
  return (
    <div class="trick" role="group" aria-label={trick.name}>
      <ol>
        {trick.played.map(([seat, item], n) => {
          const row = view.seats.find((each) => each.seat === seat);
          return (
            <li key={`${seat}|${n}`} class={n === trick.leading ? "leads" : ""}>
              {n === trick.leading ? <i class="crown" role="img" aria-label={_("would take it now")}>♛</i> : null}
              <Piece item={item} place={trick.name} nth={n} gold={n === trick.leading} />
              {row ? <span class="by"><Face row={row} /><small>{row.seat === view.me ? _("you") : row.name}</small></span> : null}
            </li>
          );
        })}
        {!trick.played.length ? <li class="empty">{trick.name}</li> : null}
      </ol>
      <p>
        {trick.led ? <span><Sentence text={_("led: {suit}")} values={{ suit: <b>{trick.led}</b> }} /></span> : null}
        {trick.dominant ? <span class="now"><Sentence text={_("dominant: {suit}")} values={{ suit: <b>{trick.dominant}</b> }} /></span> : null}
      </p>
    </div>
  );
}

/** Places round a circle; the one pointed at is golden. */
function CirclePlan({ circle }: { circle: Circle }) {
  const many = circle.places.length;
  return (
    <div class="circle" role="group" aria-label={circle.name}>
      <svg viewBox="-50 -50 100 100" aria-hidden="true">
        <circle r="37" />
        {circle.places.map((place, n) => {
          const turn = (2 * Math.PI * n) / many;
          return <line key={place.name} x1={0} y1={0} x2={37 * Math.sin(turn)} y2={-37 * Math.cos(turn)} />;
        })}
      </svg>
      {circle.middle ? (
        <div class="hub">
          <small>{circle.middle.name}</small>
          {circle.middle.items.length ? (
            <Pile zone={{ ...circle.middle, items: circle.middle.items.slice(-3) }} />
          ) : (
            <small class="soft">{pgettext("a pile of cards", "empty")}</small>
          )}
        </div>
      ) : null}
      {circle.places.map((place, n) => {
        const turn = (2 * Math.PI * n) / many;
        const style = { left: `${50 + 37 * Math.sin(turn)}%`, top: `${50 - 37 * Math.cos(turn)}%` };
        const pointed = n === circle.pointed;
        const parts = place.parts
          .filter((part) => part.items.length)
          .map((part) => `${part.name} ${part.adds}: ${part.items.length}`);
        return (
          <div key={place.name} class={`spoke${pointed ? " pointed" : ""}${place.note ? " closed" : ""}`} style={style}>
            <span class="unseen">
              {[`${place.name} ${place.total}`, ...parts, pointed ? circle.meaning : "", place.note].filter(Boolean).join(", ")}
            </span>
            <span class="adds" aria-hidden="true">
              {place.parts.flatMap((part, kind) =>
                part.items.map((item, at) => (
                  <span key={`${kind}|${at}`} class={`add${kind ? " strong" : ""}`} title={`${part.name} ${part.adds}`}>
                    <Piece item={item} place={`${circle.name}:${place.name}`} nth={at + 10 * kind} />
                  </span>
                )),
              )}
            </span>
            <b class="total" aria-hidden="true">{place.total}</b>
            <small class="name" aria-hidden="true">{place.name}</small>
            {place.note ? <small class="remark" aria-hidden="true">{place.note}</small> : null}
          </div>
        );
      })}
    </div>
  );
}

function TrackPlan({ track }: { track: Track }) {
  const most = Math.max(...track.counts.map(([, n]) => n));
  return (
    <div class={`track${track.toward ? " road" : ""}`} role="group" aria-label={track.name}>
      <ol>
        {track.counts.map(([item, n], at) => (
          <li key={item} class={n && n === most ? "most" : n ? "" : "none"}>
            <Piece item={item} place={track.name} gold={track.toward !== "" && at === track.counts.length - 1} />
            <b class="amount">{big(n)}</b>
          </li>
        ))}
        {track.toward ? <li class="toward"><b>› {track.toward}</b></li> : null}
      </ol>
    </div>
  );
}

function StripPlan({ strip }: { strip: Strip }) {
  const runs: { words: string; fate: string; many: number }[] = [];
  for (const field of strip.fields) {
    const last = runs.at(-1);
    if (last && last.words === field.zone && last.fate === field.fate) last.many += 1;
    else runs.push({ words: field.zone, fate: field.fate, many: 1 });
  }
  return (
    <div class={`strip${strip.fields.length > 6 ? " long" : ""}`} role="group" aria-label={strip.name}>
      <ol style={{ "--many": strip.fields.length }}>
        {strip.fields.map((field) => (
          <li key={field.face} class={field.fate}>
            <b>{field.face}</b>
            <small>{field.pays}</small>
            <span class="unseen">{field.zone}</span>
          </li>
        ))}
      </ol>
      <p style={{ "--many": strip.fields.length }} aria-hidden="true">
        {runs.map((run, n) => (
          <span key={n} class={run.fate} style={{ gridColumn: `span ${run.many}` }}>{run.words}</span>
        ))}
      </p>
    </div>
  );
}

/** What waits to happen; the newest is on top, and the one that can be answered. */
function StackPlan({ stack }: { stack: Stack }) {
  if (!stack.items.length) return null;
  const items = [...stack.items].reverse();
  return (
    <ol class="stack" aria-label={stack.name}>
      {items.slice(0, 3).map((each, n) => (
        <li key={items.length - n} class={n ? "below" : "top"}>
          {each.items[0] ? <Piece item={each.items[0]} place={stack.name} nth={items.length - n} /> : null}
          <span>
            <b><Words runs={each.line} bare /></b>
            {n ? null : each.now?.length ? <em><Words runs={each.now} bare /></em> : each.text ? <em>{each.text}</em> : null}
            {n || !each.reason?.length ? null : <small><Words runs={each.reason} bare /></small>}
          </span>
        </li>
      ))}
      {items.length > 3 ? <li class="more">{ngettext("{n} more below", "{n} more below", items.length - 3)}</li> : null}
    </ol>
  );
}

function WindowPlan({ window, view }: { window: Window; view: View }) {
  return (
    <p class="window">
      <span><Words runs={window.line} bare /></span>
      <span class="asked">
        {window.asked.map(([seat]) => {
          const row = view.seats.find((each) => each.seat === seat);
          return row ? <Face key={seat} row={row} /> : null;
        })}
      </span>
    </p>
  );
}

