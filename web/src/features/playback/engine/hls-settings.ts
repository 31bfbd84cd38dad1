import type { HlsConfig, LoadPolicy, RetryConfig } from 'hls.js';
import { countBreaks } from '../connection-breaks.ts';
import { isFinal } from '../start/read-segment.ts';
import { bufferSize } from './buffer-size.ts';

/** Requests are retried for as long as the page is open, with at most this pause. */
const MAX_RETRY_DELAY_MS = 1000;

const retryConfig: RetryConfig = {
  maxNumRetry: Number.POSITIVE_INFINITY,
  retryDelayMs: 500,
  maxRetryDelayMs: MAX_RETRY_DELAY_MS,
  backoff: 'linear',
  shouldRetry: (_config, _count, isTimeout, response) =>
    isTimeout || (response !== undefined && !isFinal(response.code)),
};

function loadPolicy(firstByteMs: number, totalMs: number): LoadPolicy {
  return {
    default: {
      maxTimeToFirstByteMs: firstByteMs,
      maxLoadTimeMs: totalMs,
      timeoutRetry: retryConfig,
      errorRetry: retryConfig,
    },
  };
}

/** Bits per second of a weak mobile connection, used before anything was measured. */
const DEFAULT_BANDWIDTH = 300_000;
/** The stored measurement is from an earlier session, so it is not fully trusted. */
const BANDWIDTH_DISCOUNT = 0.85;

/** Starts with the lowest level and switches up; docs/decisions/0019-player.md has the measurements. */
export function hlsSettings({
  bandwidth,
  dataSaver,
}: {
  bandwidth: number | null;
  dataSaver: boolean;
}): Partial<HlsConfig> {
  return {
    startLevel: 0,
    testBandwidth: false,
    abrEwmaDefaultEstimate: bandwidth ? bandwidth * BANDWIDTH_DISCOUNT : DEFAULT_BANDWIDTH,
    capLevelToPlayerSize: !dataSaver,
    startFragPrefetch: true,
    backBufferLength: 60,
    // The segments are fMP4, so there is nothing to transmux in a worker.
    enableWorker: false,
    manifestLoadPolicy: loadPolicy(10_000, 20_000),
    playlistLoadPolicy: loadPolicy(10_000, 20_000),
    keyLoadPolicy: loadPolicy(10_000, 20_000),
    fragLoadPolicy: loadPolicy(10_000, 120_000),
    ...bufferSize(countBreaks(), dataSaver),
  };
}
