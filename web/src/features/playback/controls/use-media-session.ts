import { useEffect } from 'react';
import { pictureSources } from '#lib/picture.ts';
import { untilFilmHasTime } from '#lib/until-film-has-time.ts';
import type { WatchTitle } from '../read-watch.ts';
import type { Commands } from './use-commands.ts';

/** Connects lock screens, headphones and media keys. */
export function useMediaSession(
  video: HTMLVideoElement | null,
  title: WatchTitle | null,
  commands: Commands,
  onNext: (() => void) | undefined,
): void {
  useEffect(() => {
    if (!video || !title || !('mediaSession' in navigator)) return;
    const describe = (artwork: MediaImage[]): void => {
      navigator.mediaSession.metadata = new MediaMetadata({
        title: title.title,
        artist: title.series?.title ?? 'Lakou',
        artwork,
      });
    };
    describe([]);
    const picture = title.thumbnail_url ?? title.banner_url;
    let isOver = false;
    // The browser loads it at once, on the film's line.
    if (picture)
      void untilFilmHasTime(video).then(() => {
        if (!isOver) describe([{ src: pictureSources(picture, 480).src }]);
      });
    return () => {
      isOver = true;
    };
  }, [video, title]);

  useEffect(() => {
    if (!video || !title || !('mediaSession' in navigator)) return;
    const session = navigator.mediaSession;
    const actions: [MediaSessionAction, MediaSessionActionHandler | null][] = [
      ['play', () => void video.play().catch(() => {})],
      ['pause', () => video.pause()],
      ['seekbackward', ({ seekOffset }) => commands.seekBy(-(seekOffset ?? 10))],
      ['seekforward', ({ seekOffset }) => commands.seekBy(seekOffset ?? 10)],
      ['seekto', ({ seekTime }) => seekTime !== undefined && commands.seekTo(seekTime)],
      ['nexttrack', onNext ?? null],
    ];
    for (const [action, handler] of actions) {
      try {
        session.setActionHandler(action, handler);
      } catch {
        // Not every browser knows every action.
      }
    }
    const updatePosition = (): void => {
      if (!(video.duration > 0) || !Number.isFinite(video.duration)) return;
      session.setPositionState?.({
        duration: video.duration,
        position: Math.min(video.currentTime, video.duration),
        playbackRate: video.playbackRate,
      });
    };
    const events = ['loadedmetadata', 'seeked', 'ratechange', 'play', 'pause'];
    for (const name of events) video.addEventListener(name, updatePosition);
    return () => {
      for (const name of events) video.removeEventListener(name, updatePosition);
      for (const [action] of actions) {
        try {
          session.setActionHandler(action, null);
        } catch {
          // As above.
        }
      }
    };
  }, [video, title, commands, onNext]);
}
