import { log } from '../log.ts';

const EVERY_MS = 60_000;

/**
 * Calls the function reconcile-payments every minute, which queries payment providers about pending orders. It can run
 * in every process: each order is claimed by one of them. Returns how to stop.
 */
export function reconcilePayments({ ownUrl, serviceKey }: { ownUrl: string; serviceKey: string }) {
  const stopped = new AbortController();
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= reconcile().finally(() => {
      running = undefined;
    });
  }, EVERY_MS).unref();

  async function reconcile(): Promise<void> {
    try {
      const answer = await fetch(`${ownUrl}/functions/v1/reconcile-payments`, {
        method: 'POST',
        headers: { authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' },
        body: '{}',
        signal: stopped.signal,
      });
      const { failed } = (await answer.json()) as { failed?: number };
      if (failed !== 0) log.warn({ status: answer.status, failed }, 'some payments not reconciled');
    } catch (error) {
      if (!stopped.signal.aborted) log.warn({ err: error }, 'payments not reconciled; repeated in a minute');
    }
  }
  return async () => {
    clearInterval(timer);
    stopped.abort();
    await running;
  };
}
