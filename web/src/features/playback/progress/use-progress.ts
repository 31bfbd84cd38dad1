import type { Playback } from '@lakou/contract/playback/responses';
import { useEffect, useRef } from 'react';
import { writeCookie } from '#lib/cookies.ts';
import { useSession } from '#lib/session.ts';
import { storedUserId } from '#lib/stored-session.ts';
import { createCutClock } from './cut-clock.ts';
import { reportLeaving, reportProgress } from './report-progress.ts';
import { removeStoredProgress, storeProgress } from './stored-progress.ts';
import { createWatchedSeconds } from './watched-seconds.ts';

const REPORT_INTERVAL_MS = 10_000;

/** Reports progress every ten seconds, at every pause, and when the page unloads. */
export function useProgress(
  video: HTMLVideoElement | null,
  playback: Playback,
  title: { media: 'movie' | 'episode'; id: string },
  /** It has played before the player was there. */
  isPlaying: boolean,
  /** A downloaded film has no session to report to: its progress is stored and sent with the next contact. */
  isStored: boolean,
): void {
  const { user } = useSession();
  const viewer = useRef<string | undefined>(undefined);
  const countedVideo = useRef<HTMLVideoElement | null>(null);
  // Offline the session cannot be checked; what is stored here is for whom it names.
  viewer.current = isStored ? storedUserId() : user?.id;
  const { base, film } = playback;
  const { media, id } = title;
  useEffect(() => {
    if (!video) return;
    const watched = createWatchedSeconds();
    const cut = createCutClock();
    if (isPlaying && countedVideo.current !== video) watched.putBack(playedSeconds(video));
    countedVideo.current = video;
    let last = -1;
    const createReport = (ended = false) => ({
      position: Math.round(video.currentTime * 10) / 10,
      duration: Number.isFinite(video.duration) && video.duration > 0 ? video.duration : film.duration,
      seconds: watched.take(),
      ...(ended && { ended }),
    });
    const store = (
      { position, duration }: { position: number; duration: number },
      beaconSent = false,
    ): void => {
      if (viewer.current)
        storeProgress({ media, id, viewer: viewer.current, position, duration, at: Date.now(), beaconSent });
    };
    const save = async (): Promise<void> => {
      if (video.currentTime === last || video.readyState === 0) return;
      last = video.currentTime;
      const cutSeconds = cut.read(Date.now());
      const report = { ...createReport(), ...(cutSeconds > 0 && { cut: cutSeconds }) };
      if (!isStored && (await reportProgress(base, report))) {
        cut.reset();
        if (viewer.current) removeStoredProgress({ id, viewer: viewer.current });
      } else {
        watched.putBack(report.seconds);
        cut.fail(Date.now(), video.paused);
        store(report);
      }
    };
    const onLeave = (): void => {
      if (video.readyState === 0) return;
      const report = createReport(true);
      if (viewer.current) writeCookie('watching', '1');
      store(report, !isStored && navigator.onLine && reportLeaving(base, report));
    };
    const onVisibilityChange = (): void => {
      if (document.visibilityState === 'hidden') void save();
    };
    const onTimeUpdate = (): void => watched.onTime(video.currentTime, video.playbackRate);
    const timer = setInterval(() => !video.paused && void save(), REPORT_INTERVAL_MS);
    const onPause = (): void => {
      cut.pause(Date.now());
      void save();
    };
    const onPlay = (): void => cut.play(Date.now());
    const onOnline = (): void => void save();
    video.addEventListener('timeupdate', onTimeUpdate);
    video.addEventListener('seeking', watched.onSeek);
    video.addEventListener('pause', onPause);
    video.addEventListener('ended', onPause);
    addEventListener('pagehide', onLeave);
    video.addEventListener('play', onPlay);
    addEventListener('online', onOnline);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      clearInterval(timer);
      video.removeEventListener('timeupdate', onTimeUpdate);
      video.removeEventListener('seeking', watched.onSeek);
      video.removeEventListener('pause', onPause);
      video.removeEventListener('ended', onPause);
      removeEventListener('pagehide', onLeave);
      video.removeEventListener('play', onPlay);
      removeEventListener('online', onOnline);
      document.removeEventListener('visibilitychange', onVisibilityChange);
      onLeave();
    };
  }, [video, base, film, media, id, isPlaying, isStored]);
}

function playedSeconds({ played, playbackRate }: HTMLVideoElement): number {
  let seconds = 0;
  for (let at = 0; at < played.length; at += 1) seconds += played.end(at) - played.start(at);
  return seconds / playbackRate;
}
