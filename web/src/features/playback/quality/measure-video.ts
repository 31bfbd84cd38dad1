import type { QualityMeter } from './quality-meter.ts';

interface Measured {
  /** When this view was asked for, in milliseconds since the page began. */
  began: number;
  /** The rate of what is on the screen; null where it is not known. */
  kilobitsPerSecond(): number | null;
}

/** Has the meter follow a video until the returned function is called. */
export function measureVideo(
  video: HTMLVideoElement,
  meter: QualityMeter,
  { began, kilobitsPerSecond }: Measured,
): () => void {
  const onPicture = (): void => meter.onPicture(performance.now() - began);
  if (video.readyState >= 2) onPicture();
  const listeners: [string, () => void][] = [
    ['loadeddata', onPicture],
    ['waiting', meter.onWaiting],
    ['playing', meter.onPlaying],
    ['seeking', meter.onSeeking],
    ['pause', meter.onPause],
    ['timeupdate', () => meter.onTime(video.currentTime, video.playbackRate, kilobitsPerSecond())],
  ];
  for (const [name, listener] of listeners) video.addEventListener(name, listener);
  return () => {
    for (const [name, listener] of listeners) video.removeEventListener(name, listener);
  };
}
