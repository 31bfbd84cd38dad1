import { chooseLadder, fit, type Ladder } from './choose-ladder.ts';
import type { Limits } from './limits.ts';
import { type Pass, type SoundOutput, smallPicture } from './pass.ts';
import type { Source } from './probe.ts';
import { storyboardInterval } from './storyboard.ts';

/** Everything that will be made of a source, and when. The same source always gives the same plan. */
export interface Plan {
  ladder: Ladder;
  first: Pass;
  second: Pass;
  /** Sound apart from the picture, when there is a choice of it: which folder holds which track, for which rungs. */
  renditions: { low: SoundOutput[]; high: SoundOutput[] };
}

const LOW = 48;
const HIGH = 128;

export function planFilm(source: Source, limits: Limits): Plan {
  const ladder = chooseLadder(source, limits);
  const several = source.audio.length > 1;
  // The audio-only playlist is the default track's lowest rendition, so its folder is `audio` in any case.
  const low = source.audio.map(({ default: first }, track) => ({
    name: first ? 'audio' : `audio-${track}`,
    track,
    bitrate: Math.min(LOW, limits.soundBitrate),
  }));
  const high =
    several && ladder.late.length > 0
      ? source.audio.map((_, track) => ({
          name: `audio-high-${track}`,
          track,
          bitrate: Math.min(HIGH, limits.soundBitrate),
        }))
      : [];
  return {
    ladder,
    first: { rungs: ladder.early, sounds: low, keyFrames: null, sheets: null },
    second: {
      rungs: ladder.late,
      sounds: high,
      keyFrames: {
        name: 'iframes',
        interval: source.duration < 120 ? 2 : 4,
        ...fit(source.video, { long: 416, short: 234 }),
      },
      sheets: { interval: storyboardInterval(source.duration), ...smallPicture(source) },
    },
    renditions: several ? { low, high } : { low: [], high: [] },
  };
}

/** The folders that a pass writes. */
export const foldersOf = ({ rungs, sounds, keyFrames }: Pass): string[] => [
  ...rungs.map(({ name }) => name),
  ...sounds.map(({ name }) => name),
  ...(keyFrames ? [keyFrames.name] : []),
];
