import type { Playback } from '@lakou/contract/playback';
import { useEffect, useRef } from 'react';
import { writeCookie } from '#lib/cookies.ts';
import { useSession } from '#lib/session.ts';
import { createWatchedCount, dropPlace, keepPlace, reportLeaving, reportProgress } from './keep-progress.ts';

const EVERY_MS = 10_000;

/** Tells the house how far somebody is: now and then, at every pause, and with the last breath of the page. */
export function useProgress(
  video: HTMLVideoElement | null,
  playback: Playback,
  title: { media: 'movie' | 'episode'; id: string },
): void {
  const { user } = useSession();
  const viewer = useRef(user?.id);
  viewer.current = user?.id;
  const { base, film } = playback;
  const { media, id } = title;
  useEffect(() => {
    if (!video) return;
    const count = createWatchedCount();
    let last = -1;
    const report = (ended = false) => ({
      position: Math.round(video.currentTime * 10) / 10,
      duration: Number.isFinite(video.duration) && video.duration > 0 ? video.duration : film.duration,
      seconds: count.take(),
      ...(ended && { ended }),
    });
    const keep = ({ position, duration }: { position: number; duration: number }, onItsWay = false): void => {
      if (viewer.current)
        keepPlace({ media, id, viewer: viewer.current, position, duration, at: Date.now(), onItsWay });
    };
    const save = async (): Promise<void> => {
      if (video.currentTime === last || video.readyState === 0) return;
      last = video.currentTime;
      const told = report();
      if (await reportProgress(base, told)) {
        if (viewer.current) dropPlace({ id, viewer: viewer.current });
      } else {
        count.giveBack(told.seconds);
        keep(told);
      }
    };
    const leave = (): void => {
      if (video.readyState === 0) return;
      const told = report(true);
      if (viewer.current) writeCookie('watching', '1');
      keep(told, navigator.onLine && reportLeaving(base, told));
    };
    const hide = (): void => {
      if (document.visibilityState === 'hidden') void save();
    };
    const tick = (): void => count.tick(video.currentTime, video.playbackRate);
    const timer = setInterval(() => !video.paused && void save(), EVERY_MS);
    const pause = (): void => void save();
    video.addEventListener('timeupdate', tick);
    video.addEventListener('seeking', count.jump);
    video.addEventListener('pause', pause);
    video.addEventListener('ended', pause);
    addEventListener('pagehide', leave);
    addEventListener('online', pause);
    document.addEventListener('visibilitychange', hide);
    return () => {
      clearInterval(timer);
      video.removeEventListener('timeupdate', tick);
      video.removeEventListener('seeking', count.jump);
      video.removeEventListener('pause', pause);
      video.removeEventListener('ended', pause);
      removeEventListener('pagehide', leave);
      removeEventListener('online', pause);
      document.removeEventListener('visibilitychange', hide);
      leave();
    };
  }, [video, base, film, media, id]);
}
