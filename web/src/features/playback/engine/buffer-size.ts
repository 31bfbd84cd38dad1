import { MOST_BREAKS } from '../connection-breaks.ts';

interface BufferSize {
  /** Seconds that are buffered at any rate. */
  maxBufferLength: number;
  /** Bytes up to which more is buffered: minutes of a low rung, seconds of a high one. */
  maxBufferSize: number;
  /** Seconds beyond which nothing is. */
  maxMaxBufferLength: number;
}

const MEGABYTE = 1_000_000;

/**
 * How far hls.js buffers ahead. A steady connection needs little, and what is not watched was paid for; one that breaks often
 * gets the time to bridge it.
 */
export function bufferSize(breaks: number, dataSaver: boolean): BufferSize {
  const share = Math.min(breaks, MOST_BREAKS) / MOST_BREAKS;
  const between = (steady: number, broken: number): number => Math.round(steady + (broken - steady) * share);
  return dataSaver
    ? {
        maxBufferLength: between(10, 40),
        maxBufferSize: between(0.5 * MEGABYTE, 2 * MEGABYTE),
        maxMaxBufferLength: between(16, 90),
      }
    : {
        maxBufferLength: between(30, 60),
        maxBufferSize: between(6 * MEGABYTE, 24 * MEGABYTE),
        maxMaxBufferLength: between(120, 600),
      };
}
