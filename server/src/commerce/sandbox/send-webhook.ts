import { setTimeout as sleep } from 'node:timers/promises';
import { log } from '../../log.ts';
import type { SandboxFact } from './perform-action.ts';

const TRIES = 3;

/** Calls our own webhook over HTTP, signed; up to three times. */
export async function sendWebhook(ownUrl: string, secret: string, facts: SandboxFact[]): Promise<void> {
  if (facts.length === 0) return;
  const { default: Stripe } = await import('stripe');
  const payload = JSON.stringify({ object: 'event', facts });
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret });
    const failure = await fetch(`${ownUrl}/functions/v1/payment-webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sandbox-signature': signature },
      body: payload,
    }).then(
      ({ ok, status }) => (ok ? undefined : new Error(`answered ${status}`)),
      (error: Error) => error,
    );
    if (!failure) return;
    log.warn({ attempt, err: failure }, 'sandbox webhook failed');
    await sleep(300 * attempt);
  }
}
