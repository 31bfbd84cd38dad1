import { useCallback, useEffect, useState } from 'react';
import type { OpenedVideo } from './start/early-playback.ts';
import { type Autoplay, applyPreferences, startPlaying } from './start/start-playing.ts';

/** Starts playing with the stored volume, or says what it needs a tap for: the sound, or to play at all. */
export function useAutoplay(video: HTMLVideoElement | null, opened: OpenedVideo | null) {
  const [autoplay, setAutoplay] = useState<Autoplay>('allowed');
  useEffect(() => {
    if (!video) return;
    const start = (): void => void startPlaying(video).then(setAutoplay);
    if (opened) {
      setAutoplay(opened.autoplay === 'muted' && !video.muted ? 'allowed' : opened.autoplay);
    } else {
      applyPreferences(video);
      // Not 'loadeddata': WebKit decodes no picture before it may play.
      video.addEventListener('loadedmetadata', start, { once: true });
    }
    const onVolumeChange = (): void => {
      if (!video.muted) setAutoplay((before) => (before === 'muted' ? 'allowed' : before));
    };
    const onPlaying = (): void => setAutoplay((before) => (before === 'refused' ? 'allowed' : before));
    video.addEventListener('volumechange', onVolumeChange);
    video.addEventListener('playing', onPlaying);
    return () => {
      video.removeEventListener('loadedmetadata', start);
      video.removeEventListener('volumechange', onVolumeChange);
      video.removeEventListener('playing', onPlaying);
    };
  }, [video, opened]);
  const unmute = useCallback(() => {
    if (video) video.muted = false;
  }, [video]);
  return { autoplay, unmute };
}
