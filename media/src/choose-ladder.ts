import { type FrameRate, framesPerSecond, halveRate } from './frame-rate.ts';
import type { Limits } from './limits.ts';
import type { Source } from './probe.ts';

/** One quality of the adaptive stream. Its name is also the name of its folder. */
export interface Rung {
  name: string;
  width: number;
  height: number;
  rate: FrameRate;
  /** Maximum kbit/s; simple scenes need less. */
  video: number;
  audio: number;
  preset: 'slow' | 'fast';
  codec: 'h264' | 'av1';
}

/** In seconds, equal for all rungs. The first segment is shorter, so that playback starts sooner. */
export interface SegmentDurations {
  first: number;
  following: number;
}

export interface Ladder {
  /** Encoded in the first pass, so that a film can be watched early. */
  early: Rung[];
  late: Rung[];
  segmentDurations: SegmentDurations;
}

/** Long and short side of a 16:9 frame; `total` is kbit/s of video and audio together. */
const RUNGS = [
  { total: 145, long: 416, short: 234, audio: 40 },
  { total: 365, long: 640, short: 360, audio: 56 },
  { total: 730, long: 854, short: 480, audio: 96 },
  { total: 1100, long: 960, short: 540, audio: 128 },
  { total: 2000, long: 1280, short: 720, audio: 128 },
  { total: 4500, long: 1920, short: 1080, audio: 160 },
];
const EARLY_RUNGS = 2;
/** Overhead of the container in kbit/s. */
const CONTAINER_KBPS = 6;

/**
 * The rungs up to the first one that is as large as the source; the source is never enlarged. Above 30 frames per
 * second the early rungs drop every second frame: at their bit rates sharpness matters more.
 */
export function chooseLadder(
  { video, audio }: Pick<Source, 'video' | 'audio'>,
  { maxRungBitrate, maxAudioBitrate }: Pick<Limits, 'maxRungBitrate' | 'maxAudioBitrate'>,
): Ladder {
  const long = Math.max(video.width, video.height);
  const short = Math.min(video.width, video.height);
  const sufficient = RUNGS.findIndex((rung) => rung.long >= long && rung.short >= short);
  const count = sufficient < 0 ? RUNGS.length : Math.max(sufficient + 1, EARLY_RUNGS);
  const earlyRate = framesPerSecond(video.rate) > 31 ? halveRate(video.rate) : video.rate;
  const rungs = RUNGS.slice(0, count)
    .filter(({ total }, position) => total <= maxRungBitrate || position < EARLY_RUNGS)
    .map((rung, position): Rung => {
      const audioBitrate = audio.length > 0 ? Math.min(rung.audio, maxAudioBitrate) : 0;
      const early = position < EARLY_RUNGS;
      return {
        name: `v${rung.total}`,
        ...fitWithin(video, rung),
        rate: early ? earlyRate : video.rate,
        video: rung.total - audioBitrate - CONTAINER_KBPS,
        audio: audioBitrate,
        preset: early ? 'slow' : 'fast',
        codec: 'h264',
      };
    });
  // Segments start on frames that every rung has.
  const toFrame = (seconds: number): number =>
    Math.round(seconds * framesPerSecond(earlyRate)) / framesPerSecond(earlyRate);
  return {
    early: rungs.slice(0, EARLY_RUNGS),
    late: rungs.slice(EARLY_RUNGS),
    segmentDurations: { first: toFrame(2), following: toFrame(4) },
  };
}

/** Up to 730 kbit/s: where data is scarce, AV1 pays for the work. */
const RUNGS_IN_AV1 = ['v145', 'v365', 'v730'];

/** Whether a rung of a film is also encoded in AV1, which then takes its place. */
export const isAlsoInAv1 = ({ name }: { name: string }): boolean => RUNGS_IN_AV1.includes(name);

/** All at the rate of the early ones: browsers are asked about AV1 of at most 30 frames per second (av1-support.ts). */
export const chooseAv1Rungs = ({ early, late }: Ladder): Rung[] =>
  [...early, ...late].filter(isAlsoInAv1).map((rung) => ({
    ...rung,
    name: rung.name.replace('v', 'av1-'),
    rate: early[0]?.rate ?? rung.rate,
    codec: 'av1',
  }));

/** Scales a size down into a frame of the same orientation; both sides are even, as H.264 requires. */
export function fitWithin(
  { width, height }: { width: number; height: number },
  frame: { long: number; short: number },
): { width: number; height: number } {
  const scale = Math.min(1, frame.long / Math.max(width, height), frame.short / Math.min(width, height));
  const even = (size: number): number =>
    Math.max(2, Math.min(Math.round((size * scale) / 2), Math.floor(size / 2)) * 2);
  return { width: even(width), height: even(height) };
}
