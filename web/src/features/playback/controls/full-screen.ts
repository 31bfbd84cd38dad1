import { useSyncExternalStore } from 'react';

interface AppleVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

export function useFullScreen(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.fullscreenElement !== null,
    () => false,
  );
}

/** The whole page goes: menus and messages come along. iPhones only know it for the video itself. */
export async function toggleFullScreen(video: AppleVideo): Promise<void> {
  if (document.fullscreenElement) return document.exitFullscreen();
  if (!document.documentElement.requestFullscreen) return video.webkitEnterFullscreen?.();
  await document.documentElement.requestFullscreen({ navigationUI: 'hide' });
  // A wide film on a phone that is held upright turns by itself.
  const wide = video.videoWidth >= video.videoHeight;
  const { orientation } = screen as { orientation?: { lock?: (way: string) => Promise<void> } };
  if (wide && matchMedia('(pointer: coarse)').matches) await orientation?.lock?.('landscape').catch(() => {});
}
