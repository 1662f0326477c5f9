/* The picture of a result to brag with: drawn here, since the page has its letters and its colours. */

import { plain } from "./pieces";
import type { Result, View } from "./view";
import { big, ngettext } from "./words";

const [WIDE, TALL] = [780, 620];
const [NIGHT, PLATE, CREAM, SOFT, GOLD] = ["#1b1512", "#261c16", "#f6ead2", "#d3c5a6", "#f2c14e"];
const MOST = 5;

/** Return the picture of a result as a file. */
export async function picture(view: View, result: Result): Promise<Blob> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDE, TALL];
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  pen.fillStyle = NIGHT;
  pen.fillRect(0, 0, WIDE, TALL);
  rays(pen);
  const write = (words: string, x: number, y: number, size: number, hue: string, bold = true, widest = WIDE - 60) => {
    pen.font = `${bold ? 700 : 400} ${size}px "Noto Sans", sans-serif`;
    pen.fillStyle = hue;
    pen.fillText(words, x, y, widest);
  };
  pen.textAlign = "center";
  write(result.title, WIDE / 2, 52, 26, SOFT, false);
  const best = result.rows.find((row) => row.gain > 0 || row.place === 1);
  const winner = view.seats.find((row) => row.seat === best?.seat);
  if (winner && best) {
    pen.beginPath();
    pen.arc(WIDE / 2, 150, 62, 0, 2 * Math.PI);
    pen.fillStyle = winner.hue;
    pen.fill();
    pen.lineWidth = 6;
    pen.strokeStyle = GOLD;
    pen.stroke();
    write((/\p{L}|\p{N}/u.exec(winner.name)?.[0] ?? "?").toUpperCase(), WIDE / 2, 173, 64, "#ffffff");
    write(winner.name, WIDE / 2, 262, 40, CREAM);
    write(best.change || ngettext("{n} point", "{n} points", best.points), WIDE / 2, 306, 34, GOLD);
  }
  write(plain(result.headline), WIDE / 2, 356, 28, CREAM);
  if (result.moment.length) write(plain(result.moment), WIDE / 2, 394, 24, SOFT, false);
  const rest = result.rows.filter((row) => row !== best).slice(0, MOST);
  rest.forEach((row, n) => {
    const y = 424 + n * 34;
    pen.fillStyle = PLATE;
    pen.fillRect(60, y - 4, WIDE - 120, 30);
    pen.textAlign = "left";
    write(view.seats.find((each) => each.seat === row.seat)?.name ?? "", 76, y + 18, 22, CREAM, true, 380);
    pen.textAlign = "right";
    write(row.change || big(row.points), WIDE - 76, y + 18, 22, row.gain > 0 ? GOLD : SOFT);
  });
  pen.textAlign = "right";
  write("Dicenight", WIDE - 30, TALL - 16, 22, GOLD);
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

function rays(pen: CanvasRenderingContext2D): void {
  pen.fillStyle = "rgba(242,193,78,.08)";
  for (let n = 0; n < 24; n += 1) {
    const [start, end] = [(2 * Math.PI * (n + 0.13)) / 24, (2 * Math.PI * (n + 0.63)) / 24];
    pen.beginPath();
    pen.moveTo(WIDE / 2, 150);
    pen.lineTo(WIDE / 2 + 1000 * Math.cos(start), 150 + 1000 * Math.sin(start));
    pen.lineTo(WIDE / 2 + 1000 * Math.cos(end), 150 + 1000 * Math.sin(end));
    pen.fill();
  }
}
