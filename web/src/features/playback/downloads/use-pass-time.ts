import { WATCHED_SHARE } from '@lakou/contract/playback/limits';
import { useEffect, useRef } from 'react';
import type { ClosedReason } from './closed-texts.ts';
import type { Download } from './download.ts';
import { changeDownload } from './download-store.ts';
import { passTime } from './licences.ts';

const INTERVAL_MS = 5000;

/** While a download plays: notes how much time has passed and where the viewer is, and stops at the licence's end. */
export function usePassTime(download: Download, onClosed: (reason: ClosedReason) => void): void {
  const close = useRef(onClosed);
  close.current = onClosed;
  useEffect(() => {
    let last = performance.now();
    async function note(): Promise<void> {
      const now = performance.now();
      const passed = now - last;
      last = now;
      await noteResume(download);
      const judgement = await passTime(download, passed);
      if (judgement === 'ended') close.current(download.right === 'rental' ? 'rental_ended' : 'ended');
      else if (judgement === 'missing') close.current('withdrawn');
    }
    const timer = setInterval(() => void note(), INTERVAL_MS);
    const onStop = (): void => void noteResume(download);
    addEventListener('pagehide', onStop);
    // The player's video is gone when this ends; media events do not bubble.
    document.addEventListener('pause', onStop, true);
    document.addEventListener('ended', onStop, true);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', onStop);
      document.removeEventListener('pause', onStop, true);
      document.removeEventListener('ended', onStop, true);
    };
  }, [download]);
}

async function noteResume({ id }: Download): Promise<void> {
  const video = document.querySelector<HTMLVideoElement>('[data-player] video');
  if (!video || video.readyState === 0 || !(video.duration > 0)) return;
  const { currentTime: position, duration } = video;
  await changeDownload(id, {
    resume: { position, at: Date.now(), isWatched: position >= WATCHED_SHARE * duration },
  });
}
