import { useEffect, useState } from 'react';
import { useMedia } from './controls/use-media.ts';

/** Above the lower edge of the picture, as a part of its height. */
const ON_PICTURE = 0.06;

interface Box {
  width: number;
  height: number;
}

/** How far above the lower edge of the player its captions begin, so that they are on the picture, not on black bars. */
export function bottomMargin(player: Box, ratio: number): number {
  const picture = ratio > 0 ? Math.min(player.height, player.width / ratio) : player.height;
  return Math.round((player.height - picture) / 2 + picture * ON_PICTURE);
}

/** Follows the size of the player and the shape of the film. */
export function useBottomMargin(video: HTMLVideoElement | null): number {
  const [player, setPlayer] = useState<Box>({ width: 0, height: 0 });
  const ratio = useMedia(
    video,
    'loadedmetadata resize emptied',
    ({ videoWidth, videoHeight }) => (videoHeight ? videoWidth / videoHeight : 0),
    0,
  );
  useEffect(() => {
    if (!video) return;
    const observer = new ResizeObserver(() =>
      setPlayer({ width: video.clientWidth, height: video.clientHeight }),
    );
    observer.observe(video);
    return () => observer.disconnect();
  }, [video]);
  return bottomMargin(player, ratio);
}
