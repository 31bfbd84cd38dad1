import type { AudioKind, SubtitleKind } from '@lakou/contract/media/track-kinds';
import type { Film } from '@lakou/contract/playback/responses';
import { useTranslations } from '#lib/translations.tsx';

interface NamedTrack {
  name: string;
  kind?: AudioKind | SubtitleKind;
}

/** The name of a track with what it is for, where that is more than the usual. */
export function useTrackName(): (track: NamedTrack) => string {
  const t = useTranslations();
  return ({ name, kind }) => {
    if (kind === 'description') return t('playback.described', { name });
    if (kind === 'captions') return t('playback.for_deaf', { name });
    return name;
  };
}

/** Playlists number tracks of one name; film.json does not, and what a track is for tells them apart. */
export function withPlainName<Track extends { id: number; name: string; kind: AudioKind }>(
  track: Track,
  { audio }: Film,
): Track {
  const own = audio[track.id];
  const alike = audio.filter(({ name, kind = 'main' }) => name === own?.name && kind === track.kind);
  return own && alike.length === 1 ? { ...track, name: own.name } : track;
}
