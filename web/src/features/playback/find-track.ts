import type { AudioKind, SubtitleKind } from '@lakou/contract/media/track-kinds';
import type { Film } from '@lakou/contract/playback/responses';
import type { PlaybackPreferences } from './preferences.ts';

/** What the viewer chose in an earlier film too: a language, and what the track is for. */
export interface WantedAudio {
  language: string | null;
  kind: AudioKind;
}

interface AudioTrack {
  language: string;
  kind: AudioKind;
  isDefault: boolean;
}

/**
 * The sound track that fits best; undefined where the film's own default does. Who wants descriptions gets one in the language of
 * the film too; nobody else ever gets one.
 */
export function findAudioTrack<Track extends AudioTrack>(
  tracks: readonly Track[],
  { language, kind }: WantedAudio,
): Track | undefined {
  const find = (wanted: string | null | undefined, ofKind: AudioKind) =>
    tracks.find((track) => track.language === wanted && track.kind === ofKind);
  const main = find(language, 'main');
  if (kind === 'main') return main;
  const own = tracks.find(({ isDefault }) => isDefault)?.language;
  return find(language, 'description') ?? main ?? find(own, 'description');
}

export const kindOf = ({ kind = 'subtitles' }: { kind?: SubtitleKind }): SubtitleKind => kind;

/** The captions in the chosen language: those of the chosen kind, else the others. */
export function findSubtitles(
  subtitles: Film['subtitles'],
  { captions, captionKind }: Pick<PlaybackPreferences, 'captions' | 'captionKind'>,
): Film['subtitles'][number] | undefined {
  const same = subtitles.filter(({ language }) => language === captions);
  return same.find((track) => kindOf(track) === captionKind) ?? same[0];
}

/** The interpreter's video in the chosen sign language, else the film's first one; nobody else ever gets one. */
export function findSign(
  { signs = [] }: Pick<Film, 'signs'>,
  { sign }: Pick<PlaybackPreferences, 'sign'>,
): NonNullable<Film['signs']>[number] | undefined {
  return sign === null ? undefined : (signs.find(({ language }) => language === sign) ?? signs[0]);
}
