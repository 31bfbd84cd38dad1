import { setTimeout as sleep } from 'node:timers/promises';
import Stripe from 'stripe';
import { log } from '../../log.ts';
import type { SandboxFact } from './act.ts';

const TRIES = 3;

/** Tells our own webhook, over HTTP and signed, as a provider far away would; a few times, if it does not listen. */
export async function sendNotice(ownUrl: string, secret: string, facts: SandboxFact[]): Promise<void> {
  if (facts.length === 0) return;
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
    log.warn({ attempt, err: failure }, 'a sandbox notice was not taken');
    await sleep(300 * attempt);
  }
}
