import type { Film } from '@lakou/contract/playback/responses';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { findSubtitles, kindOf } from './find-track.ts';
import type { PlaybackPreferences } from './preferences.ts';

/** The current caption lines. We render them ourselves, to style them and keep them above the controls. */
export function useCaptions(
  video: HTMLVideoElement | null,
  subtitles: Film['subtitles'],
  preferences: PlaybackPreferences,
  change: (preferences: Partial<PlaybackPreferences>) => void,
  announce: (text: string) => void,
) {
  const t = useTranslations();
  const { captionKind } = preferences;
  const [cues, setCues] = useState<readonly VTTCue[]>([]);
  const chosen = useMemo(() => findSubtitles(subtitles, preferences) ?? null, [subtitles, preferences]);

  useEffect(() => {
    if (!video) return;
    const at = chosen ? subtitles.indexOf(chosen) : -1;
    const tracks = [...video.textTracks];
    const track = tracks[at];
    for (const other of tracks) other.mode = other === track ? 'hidden' : 'disabled';
    setCues([]);
    if (!track) return;
    const updateCues = (): void => setCues([...(track.activeCues ?? [])] as VTTCue[]);
    // An iPhone in full screen uses its own player, which renders the captions itself.
    const onBeginFullScreen = (): void => {
      track.mode = 'showing';
    };
    const onEndFullScreen = (): void => {
      track.mode = 'hidden';
    };
    track.addEventListener('cuechange', updateCues);
    video.addEventListener('webkitbeginfullscreen', onBeginFullScreen);
    video.addEventListener('webkitendfullscreen', onEndFullScreen);
    return () => {
      track.removeEventListener('cuechange', updateCues);
      video.removeEventListener('webkitbeginfullscreen', onBeginFullScreen);
      video.removeEventListener('webkitendfullscreen', onEndFullScreen);
    };
  }, [video, subtitles, chosen]);

  const toggle = useCallback(() => {
    const next = chosen
      ? undefined
      : (findSubtitles(subtitles, { captions: lastChoice, captionKind }) ?? subtitles[0]);
    if (chosen) lastChoice = chosen.language;
    change(next ? { captions: next.language, captionKind: kindOf(next) } : { captions: null });
    announce(next ? t('playback.captions_on', { name: next.name }) : t('playback.captions_off'));
  }, [chosen, subtitles, captionKind, change, announce, t]);

  return { cues, toggle };
}

let lastChoice: string | null = null;
