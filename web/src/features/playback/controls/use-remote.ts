import { useEffect, useState } from 'react';

interface AppleVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?: () => void;
}

/** Another screen nearby, where the browser offers one: Chromecast, AirPlay. Undefined while there is none. */
export function useRemote(video: AppleVideo | null): (() => void) | undefined {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!video) return;
    const apple = (event: Event): void =>
      setNear((event as Event & { availability?: string }).availability === 'available');
    if (video.webkitShowPlaybackTargetPicker) {
      video.addEventListener('webkitplaybacktargetavailabilitychanged', apple);
      return () => video.removeEventListener('webkitplaybacktargetavailabilitychanged', apple);
    }
    let watch: number | undefined;
    let over = false;
    // Where it cannot be watched for, it is not offered.
    video.remote?.watchAvailability(setNear).then(
      (id) => {
        watch = id;
        if (over) void video.remote.cancelWatchAvailability(id).catch(() => {});
      },
      () => {},
    );
    return () => {
      over = true;
      if (watch !== undefined) void video.remote.cancelWatchAvailability(watch).catch(() => {});
    };
  }, [video]);
  if (!near || !video) return undefined;
  return () => {
    if (video.webkitShowPlaybackTargetPicker) video.webkitShowPlaybackTargetPicker();
    else void video.remote.prompt().catch(() => {});
  };
}
