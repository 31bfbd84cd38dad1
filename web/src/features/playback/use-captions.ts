import type { Film } from '@lakou/contract/playback';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import type { Habits } from './remembered.ts';

/** Lines that are due now. They are drawn by us, so that they look as asked and stand clear of the controls. */
export function useCaptions(
  video: HTMLVideoElement | null,
  subtitles: Film['subtitles'],
  habits: Habits,
  change: (habits: Partial<Habits>) => void,
  say: (text: string) => void,
) {
  const t = useTranslations();
  const [cues, setCues] = useState<readonly VTTCue[]>([]);
  const chosen = useMemo(
    () => subtitles.find(({ language }) => language === habits.captions) ?? null,
    [subtitles, habits.captions],
  );

  useEffect(() => {
    if (!video) return;
    const at = chosen ? subtitles.indexOf(chosen) : -1;
    const tracks = [...video.textTracks];
    const track = tracks[at];
    for (const other of tracks) other.mode = other === track ? 'hidden' : 'disabled';
    setCues([]);
    if (!track) return;
    const look = (): void => setCues([...(track.activeCues ?? [])] as VTTCue[]);
    // An iPhone in full screen shows its own player, which draws its own lines.
    const away = (): void => {
      track.mode = 'showing';
    };
    const back = (): void => {
      track.mode = 'hidden';
    };
    track.addEventListener('cuechange', look);
    video.addEventListener('webkitbeginfullscreen', away);
    video.addEventListener('webkitendfullscreen', back);
    return () => {
      track.removeEventListener('cuechange', look);
      video.removeEventListener('webkitbeginfullscreen', away);
      video.removeEventListener('webkitendfullscreen', back);
    };
  }, [video, subtitles, chosen]);

  const toggle = useCallback(() => {
    const wish = chosen
      ? undefined
      : (subtitles.find(({ language }) => language === lastChoice) ?? subtitles[0]);
    if (chosen) lastChoice = chosen.language;
    change({ captions: wish?.language ?? null });
    say(wish ? t('playback.captions_on', { name: wish.name }) : t('playback.captions_off'));
  }, [chosen, subtitles, change, say, t]);

  return { cues, toggle };
}

let lastChoice: string | null = null;
