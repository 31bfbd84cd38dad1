import type { Playback } from '@lakou/contract/playback/responses';
import { useEffect, useRef } from 'react';
import { useSession } from '#lib/session.ts';
import { storedUserId } from '#lib/stored-session.ts';
import { createCutClock } from './cut-clock.ts';
import { leaveFilm } from './leave-film.ts';
import { playedSeconds } from './played-seconds.ts';
import { positionIn, reportProgress } from './report-progress.ts';
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
    const createReport = () => ({ ...positionIn(video, film), seconds: watched.take() });
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
        const { position, duration } = report;
        if (viewer.current)
          storeProgress({ media, id, viewer: viewer.current, position, duration, at: Date.now() });
      }
    };
    const onLeave = (): void => {
      if (video.readyState === 0) return;
      leaveFilm({ media, id, viewer: viewer.current, base: isStored ? undefined : base }, createReport());
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
