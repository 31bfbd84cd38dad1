import { useCallback, useEffect, useState } from 'react';

/** Only one tab of a browser plays: starting a second one pauses the first. */
export function useSingleTab(video: HTMLVideoElement | null) {
  const [isPlayingElsewhere, setPlayingElsewhere] = useState(false);
  useEffect(() => {
    if (!video || !('BroadcastChannel' in globalThis)) return;
    const channel = new BroadcastChannel('lakou-player');
    const announcePlaying = (): void => {
      setPlayingElsewhere(false);
      channel.postMessage('playing');
    };
    channel.onmessage = () => {
      if (video.paused) return;
      video.pause();
      setPlayingElsewhere(true);
    };
    video.addEventListener('playing', announcePlaying);
    if (!video.paused) announcePlaying();
    return () => {
      video.removeEventListener('playing', announcePlaying);
      channel.close();
    };
  }, [video]);
  const playHere = useCallback(() => {
    setPlayingElsewhere(false);
    video?.play().catch(() => {});
  }, [video]);
  return { isPlayingElsewhere, playHere };
}
