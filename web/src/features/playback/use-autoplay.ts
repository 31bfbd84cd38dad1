import { useCallback, useEffect, useState } from 'react';
import { readPreferences } from './preferences.ts';

/** Starts playing with the stored volume; muted where the browser forbids autoplay with sound. */
export function useAutoplay(video: HTMLVideoElement | null) {
  const [autoMuted, setAutoMuted] = useState(false);
  useEffect(() => {
    if (!video) return;
    const { volume, muted, speed } = readPreferences();
    video.volume = volume;
    video.muted = muted;
    video.playbackRate = speed;
    video.defaultPlaybackRate = speed;
    const start = (): void => {
      video.play().catch((error: DOMException) => {
        if (error.name !== 'NotAllowedError' || video.muted) return;
        video.muted = true;
        video.play().then(
          () => setAutoMuted(true),
          () => {},
        );
      });
    };
    video.addEventListener('loadeddata', start, { once: true });
    const onVolumeChange = (): void => {
      if (!video.muted) setAutoMuted(false);
    };
    video.addEventListener('volumechange', onVolumeChange);
    return () => {
      video.removeEventListener('loadeddata', start);
      video.removeEventListener('volumechange', onVolumeChange);
    };
  }, [video]);
  const unmute = useCallback(() => {
    if (video) video.muted = false;
    setAutoMuted(false);
  }, [video]);
  return { autoMuted, unmute };
}
