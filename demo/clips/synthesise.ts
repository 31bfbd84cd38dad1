import { type Random, seeded } from '../artwork/draw/random.ts';

const RATE = 48_000;
const TURN = Math.PI * 2;

/** The music of a film. */
export interface Score {
  /** Beats per minute. */
  tempo: number;
  rhythm: 'konpa' | 'petwo' | 'rara' | 'heart' | 'none';
  lead: 'strings' | 'flute' | 'bells';
  /** The lowest note of its scale, in hertz. */
  root: number;
  mode: 'major' | 'minor';
  ambience: 'sea' | 'rain' | 'wind' | 'nothing';
}

type Track = Float32Array;
const SCALES = { major: [0, 2, 4, 7, 9, 12, 14], minor: [0, 3, 5, 7, 10, 12, 15] };
/** Sixteenths of a bar: D drum, s slap, b bell; upper case is louder. */
const RHYTHMS: Record<Score['rhythm'], string[]> = {
  konpa: ['D..s..D.D..s.s..', 'b...b...b...b.b.'],
  petwo: ['D.sD.sD.D.sD.sDs', 'b..b..b.b..b..b.'],
  rara: ['D...D...D..DD...', 'b.bb.bb.b.bb.b.b'],
  heart: ['D.d.............', '........b.......'],
  none: [],
};

const addWave = (track: Track, from: number, seconds: number, wave: (t: number) => number): void => {
  const start = Math.floor(from * RATE);
  const end = Math.min(track.length, start + Math.floor(seconds * RATE));
  for (let n = start; n < end; n += 1) track[n] = (track[n] ?? 0) + wave((n - start) / RATE);
};

/** The pitch falls after the stroke, as with a real drum. */
const addDrum = (track: Track, at: number, hard: number): void =>
  addWave(
    track,
    at,
    0.5,
    (t) => hard * 0.9 * Math.exp(-t * 9) * Math.sin(TURN * (62 * t - 4.2 * Math.exp(-t * 26))),
  );
const addSlap = (track: Track, at: number, random: Random): void =>
  addWave(
    track,
    at,
    0.12,
    (t) => 0.34 * Math.exp(-t * 48) * (random.between(-1, 1) + Math.sin(TURN * 330 * t)),
  );
const addBell = (track: Track, at: number): void =>
  addWave(
    track,
    at,
    0.3,
    (t) => 0.1 * Math.exp(-t * 17) * (Math.sin(TURN * 2093 * t) + Math.sin(TURN * 3135 * t)),
  );

const voices: Record<Score['lead'], (track: Track, at: number, hertz: number, seconds: number) => void> = {
  strings: (track, at, hertz, seconds) =>
    addWave(track, at, seconds + 0.5, (t) => {
      const body = Math.sin(TURN * hertz * t) + 0.5 * Math.sin(TURN * hertz * 2 * t) * Math.exp(-t * 5);
      return 0.26 * Math.exp(-t * 4) * Math.min(1, t * 300) * body;
    }),
  flute: (track, at, hertz, seconds) =>
    addWave(track, at, seconds, (t) => {
      const shape = Math.min(1, t * 14) * Math.min(1, (seconds - t) * 10);
      return 0.2 * shape * Math.sin(TURN * hertz * 2 * t + 0.5 * Math.sin(TURN * 5 * t));
    }),
  bells: (track, at, hertz, seconds) =>
    addWave(track, at, seconds + 1, (t) => {
      const rung =
        Math.sin(TURN * hertz * 4 * t) + 0.6 * Math.sin(TURN * hertz * 11.04 * t) * Math.exp(-t * 6);
      return 0.13 * Math.exp(-t * 3) * rung;
    }),
};

/** Low-passed noise with a slow swell: sea, rain or wind. */
function addAmbience(track: Track, kind: Score['ambience'], random: Random): void {
  if (kind === 'nothing') return;
  const { dull, swell, loud } = {
    sea: { dull: 0.05, swell: 0.24, loud: 1.1 },
    rain: { dull: 0.5, swell: 0.1, loud: 0.11 },
    wind: { dull: 0.02, swell: 0.4, loud: 1.4 },
  }[kind];
  let level = 0;
  for (let n = 0; n < track.length; n += 1) {
    level += (random.between(-1, 1) - level) * dull;
    const wave = 0.55 + 0.45 * Math.sin(TURN * swell * (n / RATE));
    track[n] = (track[n] ?? 0) + level * loud * wave;
  }
}

/** Synthesises a score; the seed determines the melody. */
export function synthesise(score: Score, seconds: number, seed: number): Track {
  const random = seeded(seed);
  const track = new Float32Array(Math.ceil(seconds * RATE));
  const sixteenth = 60 / score.tempo / 4;
  addAmbience(track, score.ambience, random);
  for (let step = 0; step * sixteenth < seconds - 0.6; step += 1)
    for (const line of RHYTHMS[score.rhythm]) {
      const stroke = line[step % line.length];
      if (stroke === 'D' || stroke === 'd') addDrum(track, step * sixteenth, stroke === 'D' ? 1 : 0.6);
      if (stroke === 's') addSlap(track, step * sixteenth, random);
      if (stroke === 'b') addBell(track, step * sixteenth);
    }
  const scale = SCALES[score.mode];
  let note = 2;
  for (let at = sixteenth * 4; at < seconds - 1.4; ) {
    const length = random.pick([2, 4, 4, 6, 8]) * sixteenth;
    note = Math.max(0, Math.min(scale.length - 1, note + random.pick([-2, -1, -1, 1, 1, 2])));
    voices[score.lead](track, at, score.root * 2 ** ((scale[note] ?? 0) / 12), length);
    at += length;
  }
  voices[score.lead](track, seconds - 1.3, score.root, 1.1);
  return track;
}

/** A mono WAV file. */
export function encodeWav(track: Track): Buffer {
  const end = track.length - RATE * 0.25;
  const bytes = Buffer.alloc(44 + track.length * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + track.length * 2, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(track.length * 2, 40);
  track.forEach((value, n) => {
    const fade = Math.min(1, Math.max(0, 1 - (n - end) / (RATE * 0.25)));
    // Soft clipping.
    bytes.writeInt16LE(Math.round(Math.tanh(value * 0.8) * fade * 30_000), 44 + n * 2);
  });
  return bytes;
}
