/* The table itself; its outline tells which rulebook lies on it: felt, a cut tray, boards, a green with roofs, stone. */

const ROUGH: [number, number][] = [
  [0, 20], [7, 5], [20, 2], [34, 0], [50, 3], [66, 0], [80, 2], [93, 5], [100, 20],
  [98.5, 50], [100, 80], [93, 95], [80, 99], [50, 97], [20, 99], [7, 95], [0, 80], [1.5, 50],
];

export function Ground({ theme }: { theme: string }) {
  if (theme === "wyrms") {
    const points = ROUGH.map(([x, y]) => `${x},${y}`).join(" ");
    return (
      <svg class="ground rough" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <polygon class="rim" points={points} />
        <polygon class="cloth" points={points} transform="translate(2.2 2.5) scale(.956 .95)" />
      </svg>
    );
  }
  return (
    <div class={`ground ${theme}`} aria-hidden="true">
      {theme === "village" ? <div class="roofs">{Array.from({ length: 13 }, (_, n) => <i key={n} />)}</div> : null}
      <div class="rim">
        <div class="cloth">
          <div class="seam" />
        </div>
      </div>
    </div>
  );
}
