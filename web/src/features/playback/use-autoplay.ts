import { useCallback, useEffect, useState } from 'react';
import { readHabits } from './remembered.ts';

/** Starts by itself, as loud as last time; silently where the browser insists, until somebody asks for the sound. */
export function useAutoplay(video: HTMLVideoElement | null) {
  const [hushed, setHushed] = useState(false);
  useEffect(() => {
    if (!video) return;
    const { volume, muted, speed } = readHabits();
    video.volume = volume;
    video.muted = muted;
    video.playbackRate = speed;
    video.defaultPlaybackRate = speed;
    const begin = (): void => {
      video.play().catch((error: DOMException) => {
        if (error.name !== 'NotAllowedError' || video.muted) return;
        video.muted = true;
        video.play().then(
          () => setHushed(true),
          () => {},
        );
      });
    };
    video.addEventListener('loadeddata', begin, { once: true });
    const heard = (): void => {
      if (!video.muted) setHushed(false);
    };
    video.addEventListener('volumechange', heard);
    return () => {
      video.removeEventListener('loadeddata', begin);
      video.removeEventListener('volumechange', heard);
    };
  }, [video]);
  const unhush = useCallback(() => {
    if (video) video.muted = false;
    setHushed(false);
  }, [video]);
  return { hushed, unhush };
}
