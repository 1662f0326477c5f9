/* A box whose content is made as large as its room allows, and never larger: nothing at a table scrolls. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const LEAST = 0.4;
const STEPS = 7;

export function Fit({ most = 1.3, children, name = "" }: { most?: number; children: ComponentChildren; name?: string }) {
  const outer = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const [room, content] = [outer.current, inner.current];
    if (!room || !content) return;
    let given = "";
    const fit = () => {
      given = `${room.clientWidth},${room.clientHeight}`;
      const { paddingTop, paddingBottom, paddingLeft, paddingRight } = getComputedStyle(room);
      const tall = room.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
      const wide = room.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      const fits = (scale: number) => {
        content.style.zoom = String(scale);
        return content.scrollHeight * scale <= tall + 0.5 && content.scrollWidth * scale <= wide + 1;
      };
      if (tall <= 0) return;
      // what is on its way must not count: its place does
      content.classList.add("measured");
      if (!fits(most)) {
        let [low, high] = [LEAST, most];
        for (let step = 0; step < STEPS; step += 1) {
          const middle = (low + high) / 2;
          if (fits(middle)) low = middle;
          else high = middle;
        }
        content.style.zoom = String(low);
      }
      content.classList.remove("measured");
    };
    fit();
    const observer = new ResizeObserver(() => {
      if (given !== `${room.clientWidth},${room.clientHeight}`) fit();
    });
    observer.observe(room);
    return () => observer.disconnect();
  });

  return (
    <div class={`fit ${name}`} ref={outer}>
      <div class="fitted" ref={inner}>
        {children}
      </div>
    </div>
  );
}
