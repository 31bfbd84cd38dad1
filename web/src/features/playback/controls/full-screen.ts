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

/** Makes the whole page full screen, so that menus and messages stay visible. iPhones only allow the video itself. */
export async function toggleFullScreen(video: AppleVideo): Promise<void> {
  if (document.fullscreenElement) return document.exitFullscreen();
  if (!document.documentElement.requestFullscreen) return video.webkitEnterFullscreen?.();
  await document.documentElement.requestFullscreen({ navigationUI: 'hide' });
  // Rotates a wide film on a phone held upright.
  const wide = video.videoWidth >= video.videoHeight;
  const { orientation } = screen as { orientation?: { lock?: (way: string) => Promise<void> } };
  if (wide && matchMedia('(pointer: coarse)').matches) await orientation?.lock?.('landscape').catch(() => {});
}
