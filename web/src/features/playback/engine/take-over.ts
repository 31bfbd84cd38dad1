import type Hls from 'hls.js';
import type { ErrorData, Events } from 'hls.js';
import type { OpenedVideo } from '../start/early-playback.ts';
import { isBuffered } from '../start/is-buffered.ts';

const RETRY_MS = 1000;
/** hls.js notices within a tenth of a second that the video has begun. */
const NOTICED_MS = 300;

/**
 * Continues a video that plays already: hls.js gets its media source and loads from the first missing segment on. It does
 * not seek, so no frame is repeated or left out.
 */
export async function takeOver(
  hls: Hls,
  events: typeof Events,
  { video, codecs, handOver }: OpenedVideo,
  url: string,
): Promise<void> {
  const { mediaSource, buffer, next } = await handOver();
  const startLoad = (): void => hls.startLoad(isBuffered(video) ? next : video.currentTime, true);
  /** hls.js looks after jumps once it is attached. */
  const onSeeking = (): void => {
    if (isBuffered(video) || hls.levels.length === 0) return;
    hls.stopLoad();
    startLoad();
  };
  // As long as hls.js thinks that nothing plays, it would load the same segment again in a better level, below what is on the screen.
  const beginInLowest = (): void => {
    hls.loadLevel = 0;
    startLoad();
  };
  let releasing: ReturnType<typeof setTimeout> | undefined;
  const releaseLevel = (): void => {
    releasing = setTimeout(() => {
      if (hls.manualLevel === 0) hls.loadLevel = -1;
    }, NOTICED_MS);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  function load(): void {
    timer = undefined;
    hls.off(events.MANIFEST_PARSED, beginInLowest);
    hls.off(events.LEVEL_UPDATED, startLoad);
    hls.once(events.MANIFEST_PARSED, beginInLowest);
    // The first media playlist sets the position to the film's beginning.
    hls.once(events.LEVEL_UPDATED, startLoad);
    hls.loadSource(url);
  }
  // hls.js attaches with its first segment, and until then requests that only once.
  const onError = (_event: string, { type }: ErrorData): void => {
    if (type === 'networkError') timer ??= setTimeout(load, RETRY_MS);
  };
  function stop(): void {
    clearTimeout(timer);
    hls.off(events.ERROR, onError);
    video.removeEventListener('seeking', onSeeking);
  }
  video.addEventListener('seeking', onSeeking);
  hls.on(events.ERROR, onError);
  hls.once(events.MEDIA_ATTACHED, stop);
  hls.once(events.FRAG_BUFFERED, releaseLevel);
  hls.once(events.DESTROYING, () => {
    stop();
    clearTimeout(releasing);
  });
  hls.config.autoStartLoad = false;
  const track = { id: 'main' as const, container: 'video/mp4', codec: codecs, levelCodec: codecs };
  hls.attachMedia({
    media: video,
    mediaSource,
    tracks: { audiovideo: { ...track, buffer, listeners: [] } },
  });
  load();
}
