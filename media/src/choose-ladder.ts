import { type FrameRate, half, perSecond } from './frame-rate.ts';
import type { Limits } from './limits.ts';
import type { Source } from './probe.ts';

/** One quality of the film. Its name is also its folder. */
export interface Rung {
  name: string;
  width: number;
  height: number;
  rate: FrameRate;
  /** Ceilings in kbit/s; easy pictures take less. */
  video: number;
  audio: number;
  preset: 'fast' | 'veryfast';
}

/** Segment borders in seconds, the same for all rungs: a short first one for a quick start, then even ones. */
export interface Beat {
  first: number;
  each: number;
}

export interface Ladder {
  /** Made first, so that a film can be watched early. */
  early: Rung[];
  late: Rung[];
  beat: Beat;
}

/** The long and the short side of a 16:9 picture, and kbit/s for picture and sound together. */
const RUNGS = [
  { total: 145, long: 416, short: 234, audio: 40 },
  { total: 365, long: 640, short: 360, audio: 56 },
  { total: 730, long: 854, short: 480, audio: 96 },
  { total: 1100, long: 960, short: 540, audio: 128 },
  { total: 2000, long: 1280, short: 720, audio: 128 },
  { total: 4500, long: 1920, short: 1080, audio: 160 },
];
const EARLY = 2;
/** What the container costs, in kbit/s. */
const WRAPPING = 6;

/**
 * The rungs up to the first that shows all of the source; the source is never enlarged. Above 30 pictures a second, the
 * early rungs show every second one: their bits are better spent on sharpness.
 */
export function chooseLadder(
  { video, audio }: Pick<Source, 'video' | 'audio'>,
  { highestRung, soundBitrate }: Pick<Limits, 'highestRung' | 'soundBitrate'>,
): Ladder {
  const long = Math.max(video.width, video.height);
  const short = Math.min(video.width, video.height);
  const enough = RUNGS.findIndex((rung) => rung.long >= long && rung.short >= short);
  const upTo = enough < 0 ? RUNGS.length : Math.max(enough + 1, EARLY);
  const slow = perSecond(video.rate) > 31 ? half(video.rate) : video.rate;
  const rungs = RUNGS.slice(0, upTo)
    .filter(({ total }, place) => total <= highestRung || place < EARLY)
    .map((rung, place): Rung => {
      const sound = audio.length > 0 ? Math.min(rung.audio, soundBitrate) : 0;
      const early = place < EARLY;
      return {
        name: `v${rung.total}`,
        ...fit(video, rung),
        rate: early ? slow : video.rate,
        video: rung.total - sound - WRAPPING,
        audio: sound,
        preset: early ? 'fast' : 'veryfast',
      };
    });
  // Borders fall on pictures that every rung has.
  const whole = (seconds: number): number => Math.round(seconds * perSecond(slow)) / perSecond(slow);
  return {
    early: rungs.slice(0, EARLY),
    late: rungs.slice(EARLY),
    beat: { first: whole(2), each: whole(4) },
  };
}

/** The picture within a frame that lies or stands as the picture does, in even numbers as the codec wants them. */
export function fit(
  { width, height }: { width: number; height: number },
  frame: { long: number; short: number },
): { width: number; height: number } {
  const scale = Math.min(1, frame.long / Math.max(width, height), frame.short / Math.min(width, height));
  const even = (size: number): number =>
    Math.max(2, Math.min(Math.round((size * scale) / 2), Math.floor(size / 2)) * 2);
  return { width: even(width), height: even(height) };
}
