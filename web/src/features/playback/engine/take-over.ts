import type Hls from 'hls.js';
import type { Events } from 'hls.js';
import type { OpenedVideo } from '../start/early-playback.ts';

/**
 * Continues a video that plays already: hls.js gets its media source and loads from the first missing segment on. It does
 * not seek, so no frame is repeated or left out.
 */
export async function takeOver(
  hls: Hls,
  events: typeof Events,
  { video, handOver }: OpenedVideo,
  url: string,
): Promise<void> {
  const { mediaSource, buffer, codecs, next } = await handOver();
  const startLoad = (): void => hls.startLoad(next, true);
  hls.config.autoStartLoad = false;
  hls.once(events.MANIFEST_PARSED, startLoad);
  // The first media playlist sets the position to the film's beginning.
  hls.once(events.LEVEL_UPDATED, startLoad);
  const track = { id: 'main' as const, container: 'video/mp4', codec: codecs, levelCodec: codecs };
  hls.attachMedia({
    media: video,
    mediaSource,
    tracks: { audiovideo: { ...track, buffer, listeners: [] } },
  });
  hls.loadSource(url);
}
