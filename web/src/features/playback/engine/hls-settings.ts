import type { HlsConfig, LoadPolicy, RetryConfig } from 'hls.js';

/** Nobody has to touch anything: it is tried again for as long as the page stands, at most so far apart. */
const FURTHEST_APART_MS = 3000;

/** Answers that no repetition changes: the session is over, or the file is not there. */
export function isFinal(status: number | undefined): boolean {
  return status === 401 || status === 403 || status === 404 || status === 409 || status === 410;
}

const patient: RetryConfig = {
  maxNumRetry: Number.POSITIVE_INFINITY,
  retryDelayMs: 500,
  maxRetryDelayMs: FURTHEST_APART_MS,
  backoff: 'exponential',
  shouldRetry: (_config, _count, isTimeout, answer) =>
    isTimeout || (answer !== undefined && !isFinal(answer.code)),
};

function policy(firstByteMs: number, wholeMs: number): LoadPolicy {
  return {
    default: {
      maxTimeToFirstByteMs: firstByteMs,
      maxLoadTimeMs: wholeMs,
      timeoutRetry: patient,
      errorRetry: patient,
    },
  };
}

/** Before anything was measured: what a weak mobile line carries. */
const FIRST_GUESS = 300_000;
/** Lines change between two evenings. */
const TRUST = 0.85;

export const BUFFER = {
  full: { maxBufferLength: 30, maxMaxBufferLength: 120 },
  saving: { maxBufferLength: 10, maxMaxBufferLength: 16 },
};

/** Starts with the lowest rung and climbs; measured choices are in docs/decisions/0019-the-player.md. */
export function hlsSettings({
  bandwidth,
  saving,
}: {
  bandwidth: number | null;
  saving: boolean;
}): Partial<HlsConfig> {
  return {
    startLevel: 0,
    testBandwidth: false,
    abrEwmaDefaultEstimate: bandwidth ? bandwidth * TRUST : FIRST_GUESS,
    capLevelToPlayerSize: !saving,
    startFragPrefetch: true,
    backBufferLength: 60,
    // Our segments are fMP4: there is nothing for a worker to do.
    enableWorker: false,
    manifestLoadPolicy: policy(10_000, 20_000),
    playlistLoadPolicy: policy(10_000, 20_000),
    keyLoadPolicy: policy(10_000, 20_000),
    fragLoadPolicy: policy(10_000, 120_000),
    ...(saving ? BUFFER.saving : BUFFER.full),
  };
}
