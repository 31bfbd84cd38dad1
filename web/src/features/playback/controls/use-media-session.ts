import { useEffect } from 'react';
import { pictureSources } from '#lib/picture.ts';
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
    const session = navigator.mediaSession;
    const picture = title.thumbnail_url ?? title.banner_url;
    session.metadata = new MediaMetadata({
      title: title.title,
      artist: title.series?.title ?? 'Lakou',
      artwork: picture ? [{ src: pictureSources(picture, 480).src }] : [],
    });
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
