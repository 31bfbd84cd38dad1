import { chooseLadder, fitWithin, type Ladder } from './choose-ladder.ts';
import type { Limits } from './limits.ts';
import { type AudioOutput, type Pass, thumbnailSize } from './pass-arguments.ts';
import type { Source } from './probe.ts';
import { storyboardInterval } from './storyboard.ts';

/** All outputs for a source and the pass that encodes them. The same source always gives the same plan. */
export interface Plan {
  ladder: Ladder;
  first: Pass;
  second: Pass;
  /** Separate audio renditions, only for sources with several audio tracks; `low` for early rungs, `high` for late ones. */
  renditions: { low: AudioOutput[]; high: AudioOutput[] };
}

const LOW_AUDIO_KBPS = 48;
const HIGH_AUDIO_KBPS = 128;

export function planFilm(source: Source, limits: Limits): Plan {
  const ladder = chooseLadder(source, limits);
  const hasSeveralTracks = source.audio.length > 1;
  // The audio-only playlist is the default track's lowest rendition, so its folder is `audio` in any case.
  const low = source.audio.map(({ default: first }, track) => ({
    name: first ? 'audio' : `audio-${track}`,
    track,
    bitrate: Math.min(LOW_AUDIO_KBPS, limits.maxAudioBitrate),
  }));
  const high =
    hasSeveralTracks && ladder.late.length > 0
      ? source.audio.map((_, track) => ({
          name: `audio-high-${track}`,
          track,
          bitrate: Math.min(HIGH_AUDIO_KBPS, limits.maxAudioBitrate),
        }))
      : [];
  return {
    ladder,
    first: { rungs: ladder.early, audio: low, keyFrames: null, sheets: null },
    second: {
      rungs: ladder.late,
      audio: high,
      keyFrames: {
        name: 'iframes',
        interval: source.duration < 120 ? 2 : 4,
        ...fitWithin(source.video, { long: 416, short: 234 }),
      },
      sheets: { interval: storyboardInterval(source.duration), ...thumbnailSize(source) },
    },
    renditions: hasSeveralTracks ? { low, high } : { low: [], high: [] },
  };
}

/** The names of the folders that a pass writes. */
export const outputFolders = ({ rungs, audio, keyFrames }: Pass): string[] => [
  ...rungs.map(({ name }) => name),
  ...audio.map(({ name }) => name),
  ...(keyFrames ? [keyFrames.name] : []),
];
