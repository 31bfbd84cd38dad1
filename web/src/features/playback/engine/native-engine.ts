import { createEngineStore, type Engine, type EngineOptions } from './engine.ts';

const LONGEST_PAUSE_MS = 5000;

/** Safari plays HLS by itself, and only so does a film go to the television through AirPlay. */
export function createNativeEngine({ video, onRefused, onBroken }: EngineOptions): Engine {
  const store = createEngineStore();
  let address = '';
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open(at: number, play: boolean): void {
    video.src = address;
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

  /** The element says nothing about why: the playlist tells whether the house refuses or cannot be reached. */
  async function failed(): Promise<void> {
    const at = video.currentTime;
    const play = !video.paused;
    failures += 1;
    clearTimeout(timer);
    const answer = await fetch(address, { cache: 'no-store' }).catch(() => undefined);
    if (answer && (answer.status === 401 || answer.status === 403)) return onRefused();
    if (answer?.ok && failures > 5) return onBroken();
    store.set({ lost: !answer?.ok });
    timer = setTimeout(() => open(at, play), Math.min(LONGEST_PAUSE_MS, 500 * 2 ** failures));
  }

  function arrived(): void {
    failures = 0;
    store.set({ lost: false });
  }

  function tryNow(): void {
    if (store.state().lost) open(video.currentTime, !video.paused);
  }

  const onError = (): void => void failed();
  video.addEventListener('error', onError);
  video.addEventListener('playing', arrived);
  addEventListener('online', tryNow);
  return {
    state: store.state,
    subscribe: store.subscribe,
    load(next, at) {
      address = next;
      open(at, !video.paused);
    },
    resume: () => open(video.currentTime, !video.paused),
    tryNow,
    choose() {},
    chooseSound() {},
    saveData() {},
    destroy() {
      clearTimeout(timer);
      video.removeEventListener('error', onError);
      video.removeEventListener('playing', arrived);
      removeEventListener('online', tryNow);
      video.removeAttribute('src');
      video.load();
    },
  };
}
