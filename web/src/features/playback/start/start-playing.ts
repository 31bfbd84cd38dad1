import { readPreferences } from '../preferences.ts';

export function applyPreferences(video: HTMLVideoElement): void {
  const { volume, muted, speed } = readPreferences();
  Object.assign(video, { volume, muted, playbackRate: speed, defaultPlaybackRate: speed });
}

/** Plays; muted where the browser forbids sound without a tap, and then true. */
export async function startPlaying(video: HTMLVideoElement): Promise<boolean> {
  try {
    await video.play();
    return false;
  } catch (error) {
    if ((error as DOMException).name !== 'NotAllowedError' || video.muted) return false;
  }
  video.muted = true;
  return video.play().then(
    () => true,
    () => false,
  );
}
