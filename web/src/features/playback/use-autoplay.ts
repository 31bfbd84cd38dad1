import { useCallback, useEffect, useState } from 'react';
import type { OpenedVideo } from './start/early-playback.ts';
import { applyPreferences, startPlaying } from './start/start-playing.ts';

/** Starts playing with the stored volume; muted where the browser forbids autoplay with sound. */
export function useAutoplay(video: HTMLVideoElement | null, opened: OpenedVideo | null) {
  const [autoMuted, setAutoMuted] = useState(false);
  useEffect(() => {
    if (!video) return;
    const start = (): void => void startPlaying(video).then(setAutoMuted);
    if (opened) {
      setAutoMuted(opened.autoMuted && video.muted);
    } else {
      applyPreferences(video);
      video.addEventListener('loadeddata', start, { once: true });
    }
    const onVolumeChange = (): void => {
      if (!video.muted) setAutoMuted(false);
    };
    video.addEventListener('volumechange', onVolumeChange);
    return () => {
      video.removeEventListener('loadeddata', start);
      video.removeEventListener('volumechange', onVolumeChange);
    };
  }, [video, opened]);
  const unmute = useCallback(() => {
    if (video) video.muted = false;
    setAutoMuted(false);
  }, [video]);
  return { autoMuted, unmute };
}
