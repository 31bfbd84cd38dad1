import type { Playback } from '@lakou/contract/playback/responses';
import { useEffect } from 'react';
import { translateTitle } from '#lib/translation-in.ts';
import { useLanguage } from '#lib/translations.tsx';
import { useDataBudget } from '#lib/use-data-budget.ts';
import type { Engine } from '../engine/engine.ts';
import type { WatchTitle } from '../read-watch.ts';
import { countBytesOf } from './count-bytes.ts';

interface LimitedPlayer {
  video: HTMLVideoElement | null;
  engine: Engine | null;
  playback: Playback;
  id: string;
  title: WatchTitle | null;
  /** A downloaded film uses no data. */
  isStored: boolean;
}

/** Counts what the film uses. Beyond the viewer's limit nothing is loaded or played until they say so. */
export function useDataLimit({ video, engine, playback, id, title, isStored }: LimitedPlayer): {
  isOver: boolean;
} {
  const { language } = useLanguage();
  const shown = title?.series ?? title;
  const name = shown ? translateTitle(language, shown).title : '';
  const key = title?.page.id ?? id;
  useEffect(() => {
    if (!isStored) countBytesOf(playback.base, { id: key, title: name });
  }, [isStored, playback.base, key, name]);
  const isOver = useDataBudget()?.state.state === 'over' && !isStored;
  useEffect(() => engine?.hold(isOver), [engine, isOver]);
  useEffect(() => {
    if (!isOver || !video) return;
    const pause = (): void => video.pause();
    pause();
    video.addEventListener('play', pause);
    return () => video.removeEventListener('play', pause);
  }, [isOver, video]);
  return { isOver };
}
