/** Safari's own way to AirPlay, older than Remote Playback. */
export interface AppleVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?: () => void;
  webkitCurrentPlaybackTargetIsWireless?: boolean;
}

/**
 * Says whether a receiver is there, and again whenever that changes. Without availability events nothing is said, and no
 * button is shown.
 */
export function watchReceivers(video: AppleVideo, onChange: (isThere: boolean) => void): () => void {
  if (video.webkitShowPlaybackTargetPicker) {
    const read = (event: Event): void =>
      onChange((event as Event & { availability?: string }).availability === 'available');
    video.addEventListener('webkitplaybacktargetavailabilitychanged', read);
    return () => video.removeEventListener('webkitplaybacktargetavailabilitychanged', read);
  }
  let watchId: number | undefined;
  let isStopped = false;
  const cancel = (id: number): void => void video.remote.cancelWatchAvailability(id).catch(() => {});
  video.remote
    ?.watchAvailability((isThere) => !isStopped && onChange(isThere))
    .then(
      (id) => {
        watchId = id;
        if (isStopped) cancel(id);
      },
      () => {},
    );
  return () => {
    isStopped = true;
    if (watchId !== undefined) cancel(watchId);
  };
}

/** Says when the film moves to a receiver and when it comes back, no matter where it was begun. */
export function watchConnection(video: AppleVideo, onChange: (isConnected: boolean) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  if (video.webkitShowPlaybackTargetPicker)
    video.addEventListener(
      'webkitcurrentplaybacktargetiswirelesschanged',
      () => onChange(video.webkitCurrentPlaybackTargetIsWireless === true),
      { signal },
    );
  else {
    video.remote?.addEventListener('connect', () => onChange(true), { signal });
    video.remote?.addEventListener('disconnect', () => onChange(false), { signal });
  }
  return () => stop.abort();
}

/** A video that loads nothing, to ask which receivers could fetch a playlist by themselves. */
export function videoOfAddress(address: string): HTMLVideoElement {
  const video = document.createElement('video');
  video.preload = 'none';
  video.src = address;
  return video;
}
