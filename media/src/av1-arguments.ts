import type { Rung, SegmentDurations } from './choose-ladder.ts';
import { framesPerSecond } from './frame-rate.ts';
import type { Limits } from './limits.ts';

/** Of SVT-AV1, 0 (slowest) to 13. */
const PRESET = 7;
/** Added to the CRF of x264: the two scales differ. */
const CRF_OFFSET = 16;
/** AV1 shows the same picture with fewer bits, so its ceilings are this share of H.264's. */
const CEILING_SHARE = 0.65;

/**
 * Constant quality under a ceiling. SVT-AV1 ignores forced key frames, so they come at a fixed distance: AV1's first
 * segment is as long as the others.
 */
export function av1Arguments(
  { video, rate }: Pick<Rung, 'video' | 'rate'>,
  {
    segmentDurations,
    limits,
  }: { segmentDurations: Pick<SegmentDurations, 'following'>; limits: Pick<Limits, 'crf' | 'threads'> },
): string[] {
  const distance = Math.round(segmentDurations.following * framesPerSecond(rate));
  const parameters = [`mbr=${Math.round(video * CEILING_SHARE)}`, `lp=${limits.threads}`, 'scd=0'];
  return [
    ...['-c:v', 'libsvtav1', '-pix_fmt', 'yuv420p', '-preset', String(PRESET)],
    ...['-crf', String(Math.min(63, limits.crf + CRF_OFFSET)), '-g', String(distance)],
    ...['-svtav1-params', parameters.join(':')],
  ];
}

/** Opus needs fewer bits than AAC for the same sound. */
export const opusArguments = (bitrate: number): string[] => [
  ...['-c:a', 'libopus', '-b:a', `${Math.round(bitrate * OPUS_SHARE)}k`, '-ac', '2', '-ar', '48000'],
];
const OPUS_SHARE = 0.75;
