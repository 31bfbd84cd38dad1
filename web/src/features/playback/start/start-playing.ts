import { readPreferences } from '../preferences.ts';

export function applyPreferences(video: HTMLVideoElement): void {
  const { volume, muted, speed } = readPreferences();
  Object.assign(video, { volume, muted, playbackRate: speed, defaultPlaybackRate: speed });
}

/** What the browser allows before somebody has tapped; an iPhone that saves power plays nothing, not even muted. */
export type Autoplay = 'allowed' | 'muted' | 'refused';

/** Plays with sound, else muted. */
export async function startPlaying(video: HTMLVideoElement): Promise<Autoplay> {
  if (await isAllowedToPlay(video)) return 'allowed';
  if (video.muted) return 'refused';
  video.muted = true;
  if (await isAllowedToPlay(video)) return 'muted';
  // The tap that it waits for brings the sound too.
  video.muted = false;
  return 'refused';
}

/** Only a refusal counts: playing also fails when the film is left. */
async function isAllowedToPlay(video: HTMLVideoElement): Promise<boolean> {
  return video.play().then(
    () => true,
    (error: DOMException) => error.name !== 'NotAllowedError',
  );
}
