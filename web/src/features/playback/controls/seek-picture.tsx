import type { Playback } from '@lakou/contract/playback/responses';
import { useEffect, useRef } from 'react';
import { eventOf } from '#lib/event-of.ts';
import { canOpen } from '../start/can-open.ts';
import { createVideo } from '../start/create-video.ts';
import { isBuffered } from '../start/is-buffered.ts';
import { KeyFrames } from './key-frames.ts';

/** Shows the key frame of a position that is not loaded yet, until the film itself is there. */
export function SeekPicture({ video, playback }: { video: HTMLVideoElement | null; playback: Playback }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (video && place.current && canOpen()) return showKeyFrames(video, place.current, playback);
  }, [video, playback]);
  return <div ref={place} aria-hidden="true" className="pointer-events-none absolute inset-0" />;
}

/** Returns how to stop. The pictures' video is in the page only while one is shown. */
function showKeyFrames(video: HTMLVideoElement, place: HTMLElement, playback: Playback): () => void {
  const screen = createVideo();
  screen.muted = true;
  screen.dataset.seekPicture = '';
  let frames: KeyFrames | undefined;
  let buffer: Promise<SourceBuffer> | undefined;
  let wanted = new AbortController();

  async function show(time: number, signal: AbortSignal): Promise<void> {
    frames ??= new KeyFrames(playback);
    buffer ??= openBuffer(screen, frames);
    const [opened, frame] = await Promise.all([buffer, frames.read(time, signal)]);
    signal.throwIfAborted();
    if (opened.updating) await eventOf(opened, 'updateend');
    opened.appendBuffer(frame);
    await eventOf(opened, 'updateend');
    signal.throwIfAborted();
    screen.currentTime = time;
    await eventOf(screen, 'seeked');
    if (!signal.aborted && video.seeking) place.append(screen);
  }

  const onSeeking = (): void => {
    wanted.abort();
    wanted = new AbortController();
    if (isBuffered(video)) screen.remove();
    // Without a picture the last one of the film stays.
    else show(video.currentTime, wanted.signal).catch(() => {});
  };
  const onSeeked = (): void => {
    wanted.abort();
    screen.remove();
  };
  /** The track's small files are there before somebody jumps. */
  const prepare = (): void => {
    frames ??= new KeyFrames(playback);
  };
  video.addEventListener('seeking', onSeeking);
  video.addEventListener('seeked', onSeeked);
  video.addEventListener('emptied', onSeeked);
  // A film that played before the app can have said so already.
  if (video.readyState === video.HAVE_ENOUGH_DATA) prepare();
  else video.addEventListener('canplaythrough', prepare, { once: true });
  return () => {
    wanted.abort();
    video.removeEventListener('seeking', onSeeking);
    video.removeEventListener('seeked', onSeeked);
    video.removeEventListener('emptied', onSeeked);
    video.removeEventListener('canplaythrough', prepare);
    screen.remove();
    URL.revokeObjectURL(screen.src);
    screen.removeAttribute('src');
    screen.load();
  };
}

async function openBuffer(screen: HTMLVideoElement, frames: KeyFrames): Promise<SourceBuffer> {
  const { init, type } = await frames.head();
  const source = new MediaSource();
  screen.src = URL.createObjectURL(source);
  await eventOf(source, 'sourceopen');
  const buffer = source.addSourceBuffer(type);
  buffer.appendBuffer(init);
  await eventOf(buffer, 'updateend');
  return buffer;
}
