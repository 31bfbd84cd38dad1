import type { Film } from '@lakou/contract/playback/responses';
import { useEffect, useRef, useState } from 'react';
import type { EngineState } from '../engine/engine.ts';
import type { OpenedVideo } from '../start/early-playback.ts';
import { measureVideo } from './measure-video.ts';
import type { QualityMeter } from './quality-meter.ts';
import { createSampledMeter, reportQuality } from './report-quality.ts';

const REPORT_INTERVAL_MS = 60_000;

interface QualityOptions {
  id: string;
  film: Film;
  video: HTMLVideoElement | null;
  /** A video that played before the player was there was measured then, if it is in the sample. */
  opened: OpenedVideo | null;
  engineState: EngineState;
  /** When this view was asked for. */
  began: number;
  /** A downloaded film says nothing about connections. */
  isStored: boolean;
}

/** Reports how well the film plays, for a share of all playbacks and without saying whose: once a minute and at the end. */
export function useQuality(options: QualityOptions): QualityMeter | null {
  const { id, film, video, opened, engineState, began, isStored } = options;
  const [own] = useState(() => (isStored ? null : createSampledMeter()));
  const meter = opened ? opened.meter : own;
  const { levels, currentLevel } = engineState;
  const shown = levels.find(({ level }) => level === currentLevel);
  const rung = useRef<number | null>(null);
  rung.current = shown === undefined ? null : shown.bitrate / 1000;
  const codecs = useRef('');
  codecs.current = shown?.codec || (film.rungs[0]?.codecs ?? '');
  useEffect(() => {
    opened?.stopMeasuring();
    if (!meter || !video) return;
    const send = (): void => reportQuality(meter, id, codecs.current);
    const stop = measureVideo(video, meter, { began, kilobitsPerSecond: () => rung.current });
    const timer = setInterval(send, REPORT_INTERVAL_MS);
    addEventListener('pagehide', send);
    return () => {
      stop();
      clearInterval(timer);
      removeEventListener('pagehide', send);
      send();
    };
  }, [meter, video, opened, id, began]);
  return meter;
}
