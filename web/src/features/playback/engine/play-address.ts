export interface PlayedAddress {
  /** Where the film is, also before the address has loaded. */
  position(): number;
  isPaused(): boolean;
  /** Listens to the video no longer. */
  stop(): void;
}

/** Gives the video an address of its own, at a position. */
export function playAddress(
  video: HTMLVideoElement,
  { address, at, play }: { address: string; at: number; play: boolean },
  onFailed: () => void = () => {},
): PlayedAddress {
  const listening = new AbortController();
  const { signal } = listening;
  let isLoaded = false;
  video.addEventListener(
    'loadedmetadata',
    () => {
      isLoaded = true;
      if (at > 0) video.currentTime = at;
      if (play) video.play().catch(() => {});
    },
    { once: true, signal },
  );
  video.addEventListener('error', onFailed, { once: true, signal });
  video.src = address;
  video.load();
  return {
    position: () => (isLoaded ? video.currentTime : at),
    isPaused: () => (isLoaded ? video.paused : !play),
    stop: () => listening.abort(),
  };
}
