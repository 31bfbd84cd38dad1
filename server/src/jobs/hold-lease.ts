import { type ClaimedJob, type JobStore, LEASE_MS } from './job-store.ts';

/** Several renewals can fail before the lease ends. */
const RENEW_MS = LEASE_MS / 4;

/** Renews the lease of a job until `end`. `lost` is aborted when another process has the job, or can have it. */
export function holdLease(store: JobStore, job: ClaimedJob): { lost: AbortSignal; end(): void } {
  const lost = new AbortController();
  let renewedAt = performance.now();
  const timer = setInterval(async () => {
    const held = await store.extendLease(job).catch(() => undefined);
    if (held) renewedAt = performance.now();
    if (held === false || performance.now() - renewedAt > LEASE_MS) lost.abort();
  }, RENEW_MS).unref();
  return { lost: lost.signal, end: () => clearInterval(timer) };
}
