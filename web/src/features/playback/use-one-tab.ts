import { useCallback, useEffect, useState } from 'react';

/** Two tabs of one browser do not talk over each other: the one that starts last goes on. */
export function useOneTab(video: HTMLVideoElement | null) {
  const [elsewhere, setElsewhere] = useState(false);
  useEffect(() => {
    if (!video || !('BroadcastChannel' in globalThis)) return;
    const channel = new BroadcastChannel('lakou-player');
    const claim = (): void => {
      setElsewhere(false);
      channel.postMessage('playing');
    };
    channel.onmessage = () => {
      if (video.paused) return;
      video.pause();
      setElsewhere(true);
    };
    video.addEventListener('playing', claim);
    return () => {
      video.removeEventListener('playing', claim);
      channel.close();
    };
  }, [video]);
  const here = useCallback(() => {
    setElsewhere(false);
    video?.play().catch(() => {});
  }, [video]);
  return { elsewhere, here };
}
