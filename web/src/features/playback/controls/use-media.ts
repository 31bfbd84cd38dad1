import { useCallback, useSyncExternalStore } from 'react';

type Primitive = string | number | boolean | null;

/** A property of the video element, read again on each of the given events. */
export function useMedia<Value extends Primitive>(
  video: HTMLVideoElement | null,
  events: string,
  read: (video: HTMLVideoElement) => Value,
  initial: Value,
): Value {
  const subscribe = useCallback(
    (changed: () => void) => {
      const names = events.split(' ');
      for (const name of names) video?.addEventListener(name, changed);
      return () => {
        for (const name of names) video?.removeEventListener(name, changed);
      };
    },
    [video, events],
  );
  return useSyncExternalStore(
    subscribe,
    () => (video ? read(video) : initial),
    () => initial,
  );
}

export function usePaused(video: HTMLVideoElement | null): boolean {
  return useMedia(video, 'play pause ended emptied', ({ paused }) => paused, true);
}

/** Rounded to tenths of a second, to avoid needless renders. */
export function useTime(video: HTMLVideoElement | null): number {
  return useMedia(
    video,
    'timeupdate seeking seeked',
    ({ currentTime }) => Math.round(currentTime * 10) / 10,
    0,
  );
}

/** Playing or seeking, but without enough data. */
export function useWaiting(video: HTMLVideoElement | null): boolean {
  return useMedia(
    video,
    'waiting playing canplay seeking seeked pause play emptied stalled ended',
    ({ readyState, paused, ended, seeking }) =>
      !ended && (seeking || readyState < HTMLMediaElement.HAVE_FUTURE_DATA) && (!paused || seeking),
    true,
  );
}

export function useEnded(video: HTMLVideoElement | null): boolean {
  return useMedia(video, 'ended play seeking emptied', ({ ended }) => ended, false);
}

export function useSound(video: HTMLVideoElement | null): { volume: number; muted: boolean } {
  const volume = useMedia(video, 'volumechange', (media) => media.volume, 1);
  const muted = useMedia(video, 'volumechange', (media) => media.muted, false);
  return { volume, muted };
}
