import type { QualityInput } from '@lakou/contract/playback/inputs';
import { QUALITY_SHARE } from '@lakou/contract/playback/limits';
import type { Film } from '@lakou/contract/playback/responses';
import { useEffect, useRef, useState } from 'react';
import type { EngineState } from '../engine/engine.ts';
import { createQualityMeter } from './quality-meter.ts';
import { earlyPictureAt } from './view-began.ts';

const REPORT_INTERVAL_MS = 60_000;

interface QualityOptions {
  id: string;
  film: Film;
  video: HTMLVideoElement | null;
  engineState: EngineState;
  /** When this view was asked for. */
  began: number;
  /** The video played before the player was there. */
  isPlaying: boolean;
  /** A downloaded film says nothing about connections. */
  isStored: boolean;
}

/** Reports how well the film plays, for a share of all playbacks and without saying whose: once a minute and at the end. */
export function useQuality({ id, film, video, engineState, began, isPlaying, isStored }: QualityOptions) {
  const [meter] = useState(() =>
    !isStored && Math.random() < QUALITY_SHARE ? createQualityMeter(() => performance.now()) : null,
  );
  const { levels, currentLevel } = engineState;
  const shown = levels.find(({ level }) => level === currentLevel);
  const rung = useRef<number | null>(null);
  rung.current = shown === undefined ? null : shown.bitrate / 1000;
  const codec = useRef<QualityInput['codec']>('other');
  codec.current = codecOf(shown?.codec || (film.rungs[0]?.codecs ?? ''));
  useEffect(() => {
    if (!meter || !video) return;
    const send = (): void => {
      const numbers = meter.take();
      if (numbers)
        sendReport({
          id,
          codec: codec.current,
          zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          ...numbers,
        });
    };
    const onPicture = (): void => meter.onPicture(performance.now() - began);
    const early = isPlaying ? earlyPictureAt() : undefined;
    if (early !== undefined) meter.onPicture(Math.max(0, early - began));
    else if (video.readyState >= 2) onPicture();
    const listeners: [string, () => void][] = [
      ['loadeddata', onPicture],
      ['waiting', meter.onWaiting],
      ['playing', meter.onPlaying],
      ['seeking', meter.onSeeking],
      ['pause', meter.onPause],
      ['timeupdate', () => meter.onTime(video.currentTime, video.playbackRate, rung.current)],
    ];
    for (const [name, listener] of listeners) video.addEventListener(name, listener);
    const timer = setInterval(send, REPORT_INTERVAL_MS);
    addEventListener('pagehide', send);
    return () => {
      for (const [name, listener] of listeners) video.removeEventListener(name, listener);
      clearInterval(timer);
      removeEventListener('pagehide', send);
      send();
    };
  }, [meter, video, id, began, isPlaying]);
  return meter;
}

/** Lost reports are not sent again: others say the same. */
function sendReport(report: QualityInput): void {
  navigator.sendBeacon('/playback-quality', JSON.stringify(report));
}

function codecOf(codecs: string): QualityInput['codec'] {
  if (codecs.startsWith('av01')) return 'av1';
  return codecs.startsWith('avc1') ? 'h264' : 'other';
}
