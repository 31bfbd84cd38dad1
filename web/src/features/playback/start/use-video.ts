import { type RefCallback, useCallback, useState } from 'react';
import { createVideo } from './create-video.ts';
import type { OpenedVideo } from './early-playback.ts';
import { takeOpenedVideo } from './take-early.ts';

interface PlayerVideo {
  video: HTMLVideoElement | null;
  /** Where the script in the page began to play; the engine continues. */
  opened: OpenedVideo | null;
  /** For the element that the video is put in. Moving a video within one task does not pause it. */
  placeVideo: RefCallback<HTMLElement>;
}

/** The player's video element: the one that plays already, or a new one. */
export function useVideo(id: string): PlayerVideo {
  const [now, setNow] = useState<Omit<PlayerVideo, 'placeVideo'>>({ video: null, opened: null });
  const placeVideo = useCallback(
    (place: HTMLElement) => {
      const opened = takeOpenedVideo(id);
      const video = opened?.video ?? createVideo();
      video.controls = false;
      place.append(video);
      setNow({ video, opened });
      return () => {
        video.remove();
        setNow({ video: null, opened: null });
      };
    },
    [id],
  );
  return { ...now, placeVideo };
}
