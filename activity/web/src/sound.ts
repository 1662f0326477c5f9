/* Small sounds, made when they are wanted; there are no files. Off until a player turns them on. */

export type Sound = "card" | "dice" | "pieces" | "turn" | "win";

let context: AudioContext | null = null;
let on = false;

/** Turn sounds on or off. A browser allows them from a press on, and this is one. */
export function turn(wanted: boolean): void {
  on = wanted;
  if (on) {
    context ??= new AudioContext();
    void context.resume();
  }
}

export function play(sound: Sound): void {
  if (!on || context === null) return;
  const start = context.currentTime;
  switch (sound) {
    case "card":
      return noise(context, start, 0.07, 2600, 0.16);
    case "dice":
      for (const at of [0, 0.09, 0.2, 0.38, 0.6]) noise(context, start + at, 0.035, 1200, 0.3);
      return;
    case "pieces":
      tone(context, start, 2300, 0.09, 0.05);
      return tone(context, start + 0.06, 2900, 0.12, 0.05);
    case "turn":
      tone(context, start, 660, 0.22, 0.08);
      return tone(context, start + 0.12, 880, 0.3, 0.08);
    case "win":
      [523, 659, 784, 1047].forEach((pitch, n) => tone(context as AudioContext, start + n * 0.11, pitch, 0.4, 0.09));
  }
}

function tone(context: AudioContext, start: number, pitch: number, length: number, loud: number): void {
  const source = context.createOscillator();
  source.type = "triangle";
  source.frequency.value = pitch;
  source.connect(fading(context, start, length, loud));
  source.start(start);
  source.stop(start + length);
}

function noise(context: AudioContext, start: number, length: number, pitch: number, loud: number): void {
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  source.connect(filter).connect(fading(context, start, length, loud));
  source.start(start);
}

function fading(context: AudioContext, start: number, length: number, loud: number): GainNode {
  const gain = context.createGain();
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  gain.connect(context.destination);
  return gain;
}
