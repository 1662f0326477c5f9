/* Choosing one of a few options, or an amount by a slider and three good sizes. */

import { useState } from "preact/hooks";
import { columnsFor } from "./columns";
import { Sentence, Words, plain, useTable } from "./pieces";
import { pressed } from "./store";
import type { Amount, Answer, Choose, Item, Option, Prospects, View } from "./view";
import { _, big } from "./words";

/** A lesson leaves room for its words: from so many options on it shows the wanted one and its neighbours. */
const TAUGHT = 6;

/** Return the options that are buttons: those that stand for no item of the viewer's hand. */
function buttonsOf(prompt: Choose, hand: Item[], wanted?: Answer): Option[] {
  const all = prompt.options.filter((option) => option.item === undefined || !hand.includes(option.item));
  const at = all.findIndex((option) => option.answer === wanted);
  return at < 0 || all.length < TAUGHT ? all : all.slice(Math.max(0, at - 1), at + 2);
}

export function ChooseAnswers({ prompt, view, hand }: { prompt: Choose; view: View; hand: Item[] }) {
  const { state } = useTable();
  const [n, set] = useAmount(prompt, state.view?.lesson?.wanted);
  const prospects = view.order
    .map((id) => view.blocks[id])
    .find((block): block is Prospects => block?.kind === "prospects");
  const options = buttonsOf(prompt, hand, state.view?.lesson?.wanted);
  const mark = pressed(state, prompt);
  const few = options.length + (prompt.amount ? 1 : 0);
  const longest = Math.max(0, ...options.map((option) => plain(option.words).length));
  const columns = columnsFor(few, longest);
  if (!options.length && !prompt.amount) return null;
  return (
    <div class={`answers${few > 5 ? " crowd" : ""}`} data-many={few}>
      {prompt.amount ? <Sizes prompt={prompt} amount={prompt.amount} n={n} set={set} /> : null}
      <div class={`buttons${longest > 26 ? " long" : ""}`} style={{ "--columns": columns }}>
        {options.map((option) => (
          <OptionButton
            key={option.answer}
            prompt={prompt}
            option={option}
            only={few === 1}
            marked={mark === option.answer}
            prospect={prospects?.rows.find((row) => row.answer === option.answer)}
          />
        ))}
        {prompt.amount ? <AmountButton prompt={prompt} amount={prompt.amount} n={n} /> : null}
      </div>
    </div>
  );
}

function OptionButton({
  prompt,
  option,
  only,
  marked,
  prospect,
}: {
  prompt: Choose;
  option: Option;
  only: boolean;
  marked: boolean;
  prospect?: Prospects["rows"][number];
}) {
  const choose = useChoose(prompt);
  const { state } = useTable();
  const wanted = state.view?.lesson?.wanted === option.answer;
  const look = wanted ? "gold wanted" : option.gives_up ? "quiet" : only ? "gold" : option.on === true ? "on" : "plain";
  return (
    <button
      type="button"
      class={`answer ${look}${marked ? " pressed" : ""}`}
      aria-pressed={typeof option.on === "boolean" ? option.on : undefined}
      onClick={() => choose(option)}
    >
      <span><Words runs={option.words} /></span>
      {prospect ? (
        <small class="prospect">
          <Sentence
            text={prospect.cost ? _("{gain} {hits} in {all} · wrong −{cost}", { hits: prospect.hits, all: prospect.of, cost: prospect.cost }) : _("{gain} {hits} in {all}", { hits: prospect.hits, all: prospect.of })}
            values={{ gain: <b>+{big(prospect.gain)}</b> }}
          />
        </small>
      ) : option.hint.length ? (
        <small><Words runs={option.hint} /></small>
      ) : null}
    </button>
  );
}

/** Return the deed of choosing an option: asked first, if the view says so. */
export function useChoose(prompt: Choose): (option: Option) => void {
  const { answer, open } = useTable();
  return (option) => {
    if (!option.confirm) return answer(prompt, option.answer);
    open({
      kind: "confirm",
      words: option.confirm,
      yes: plain(option.words),
      deed: () => answer(prompt, option.answer),
    });
  };
}

/** The amount that is chosen for a question, and how to choose another; it stays while the rest of the table changes. */
function useAmount({ id, amount }: Choose, wanted?: Answer): [number, (n: number) => void] {
  const [chosen, choose] = useState<{ ask: number; n: number } | null>(null);
  if (!amount) return [0, () => undefined];
  const start = typeof wanted === "number" ? wanted : amount.steps[Math.floor((amount.steps.length - 1) / 2)] ?? amount.low;
  const n = chosen?.ask === id ? chosen.n : start;
  return [Math.min(amount.high, Math.max(amount.low, n)), (size) => choose({ ask: id, n: size })];
}

function Sizes({ prompt, amount, n, set }: { prompt: Choose; amount: Amount; n: number; set: (n: number) => void }) {
  if (amount.high === amount.low) return null;
  const share = (n - amount.low) / (amount.high - amount.low);
  return (
    <div class="amount">
      {amount.steps.length > 1 ? (
        <div class="sizes" role="group" aria-label={_("Good sizes")}>
          {amount.steps.map((step) => (
            <button key={step} type="button" class={`size${step === n ? " chosen" : ""}`} aria-pressed={step === n} onClick={() => set(step)}>
              {step === amount.high ? <small>{_("most")}</small> : step === amount.low ? <small>{_("least")}</small> : null}
              <b>{big(step)}</b>
            </button>
          ))}
        </div>
      ) : null}
      <label class="slider" style={{ "--share": share }}>
        <span class="ends"><small>{big(amount.low)}</small><small>{big(amount.high)}</small></span>
        <input
          type="range"
          min={amount.low}
          max={amount.high}
          value={n}
          aria-label={plain(prompt.title)}
          aria-valuetext={plain(amount.words, n)}
          onInput={(event) => set(Number(event.currentTarget.value))}
        />
      </label>
    </div>
  );
}

function AmountButton({ prompt, amount, n }: { prompt: Choose; amount: Amount; n: number }) {
  const { state, answer } = useTable();
  const mark = pressed(state, prompt);
  return (
    <button type="button" class={`answer gold${typeof mark === "number" ? " pressed" : ""}`} onClick={() => answer(prompt, n)}>
      <span><Words runs={amount.words} amount={n} /></span>
    </button>
  );
}
