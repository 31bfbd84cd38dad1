import { log } from '../log.ts';

const EVERY_MS = 60_000;

/**
 * The clock of the function reconcile-payments, which asks payment providers about everything left pending. It may run
 * in every process: the database gives each order to one of them. Returns how to stop.
 */
export function reconcilePayments({ ownUrl, serviceKey }: { ownUrl: string; serviceKey: string }) {
  const stopped = new AbortController();
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= ask().finally(() => {
      running = undefined;
    });
  }, EVERY_MS).unref();

  async function ask(): Promise<void> {
    try {
      const answer = await fetch(`${ownUrl}/functions/v1/reconcile-payments`, {
        method: 'POST',
        headers: { authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' },
        body: '{}',
        signal: stopped.signal,
      });
      const { failed } = (await answer.json()) as { failed?: number };
      if (failed !== 0) log.warn({ status: answer.status, failed }, 'payments could not all be reconciled');
    } catch (error) {
      if (!stopped.signal.aborted) log.warn({ err: error }, 'payments are not reconciled; trying again');
    }
  }
  return async () => {
    clearInterval(timer);
    stopped.abort();
    await running;
  };
}
