import { useEffect, useState } from 'react';

interface AppleVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?: () => void;
}

/** Opens the picker for Chromecast or AirPlay; undefined while the browser finds no device. */
export function useRemote(video: AppleVideo | null): (() => void) | undefined {
  const [available, setAvailable] = useState(false);
  useEffect(() => {
    if (!video) return;
    const onAvailability = (event: Event): void =>
      setAvailable((event as Event & { availability?: string }).availability === 'available');
    if (video.webkitShowPlaybackTargetPicker) {
      video.addEventListener('webkitplaybacktargetavailabilitychanged', onAvailability);
      return () => video.removeEventListener('webkitplaybacktargetavailabilitychanged', onAvailability);
    }
    let watchId: number | undefined;
    let disposed = false;
    // Without availability events the button is not shown.
    video.remote?.watchAvailability(setAvailable).then(
      (id) => {
        watchId = id;
        if (disposed) void video.remote.cancelWatchAvailability(id).catch(() => {});
      },
      () => {},
    );
    return () => {
      disposed = true;
      if (watchId !== undefined) void video.remote.cancelWatchAvailability(watchId).catch(() => {});
    };
  }, [video]);
  if (!available || !video) return undefined;
  return () => {
    if (video.webkitShowPlaybackTargetPicker) video.webkitShowPlaybackTargetPicker();
    else void video.remote.prompt().catch(() => {});
  };
}
