import { createEngineStore, type Engine, type EngineOptions } from './engine.ts';
import { type PlayedAddress, playAddress } from './play-address.ts';

const RETRY_MS = 1000;

/** Uses Safari's own HLS playback, which AirPlay needs. */
export function createNativeEngine({ video, onRefused, onBroken }: EngineOptions): Engine {
  const store = createEngineStore();
  let url = '';
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Set while a receiver's address plays. */
  let cast: PlayedAddress | undefined;

  function open(at: number, play: boolean): void {
    video.src = url;
    video.addEventListener(
      'loadedmetadata',
      () => {
        if (at > 0) video.currentTime = at;
        if (play) video.play().catch(() => {});
      },
      { once: true },
    );
    video.load();
  }

  /** The media error has no HTTP status; fetching the playlist shows whether the server refuses or is unreachable. */
  async function handleError(): Promise<void> {
    const at = video.currentTime;
    const play = !video.paused;
    failures += 1;
    clearTimeout(timer);
    const response = await fetch(url, { cache: 'no-store' }).catch(() => undefined);
    if (response && (response.status === 401 || response.status === 403)) return onRefused();
    if (response?.ok && failures > 5) return onBroken();
    store.set({ isConnectionLost: !response?.ok });
    timer = setTimeout(() => open(at, play), RETRY_MS);
  }

  function onPlaying(): void {
    failures = 0;
    store.set({ isConnectionLost: false });
  }

  function retryNow(): void {
    if (store.state().isConnectionLost) open(video.currentTime, !video.paused);
  }

  const onError = (): void => void (cast || handleError());
  video.addEventListener('error', onError);
  video.addEventListener('playing', onPlaying);
  addEventListener('online', retryNow);
  return {
    state: store.state,
    subscribe: store.subscribe,
    load(next, at) {
      url = next;
      open(at, !video.paused);
    },
    resume: () => open(video.currentTime, !video.paused),
    retryNow,
    setLevel() {},
    setAudioTrack() {},
    setDataSaver() {},
    // The browser loads by itself; a paused film stops soon.
    hold() {},
    async cast(address, onFailed) {
      if (!address && !cast) return;
      const at = cast?.position() ?? video.currentTime;
      const play = !(cast?.isPaused() ?? video.paused);
      cast?.stop();
      cast = address ? playAddress(video, { address, at, play }, onFailed) : undefined;
      if (!address) open(at, play);
    },
    destroy() {
      cast?.stop();
      clearTimeout(timer);
      video.removeEventListener('error', onError);
      video.removeEventListener('playing', onPlaying);
      removeEventListener('online', retryNow);
      video.removeAttribute('src');
      video.load();
    },
  };
}
