import { type Database, StartRefused } from '@lakou/platform/database';
import type Stripe from 'stripe';
import { log } from '../log.ts';
import type { StripeSettings } from './payment-settings.ts';

/** Throws StartRefused when Stripe would charge another amount than the plan has. False: Stripe did not answer. */
export async function checkStripePrices(settings: StripeSettings, database: Database): Promise<boolean> {
  const apiUrl = settings.apiUrl ? new URL(settings.apiUrl) : undefined;
  const { default: StripeClient } = await import('stripe');
  const stripe = new StripeClient(settings.secretKey, {
    timeout: 5_000,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiUrl && {
      protocol: apiUrl.protocol === 'http:' ? 'http' : 'https',
      host: apiUrl.hostname,
      port: apiUrl.port,
    }),
  });
  const plans = await database.query<{ id: string; amount_minor: number; currency: string; months: number }>(
    `select id, amount_minor, currency, (extract(year from lasts) * 12 + extract(month from lasts))::integer as months
      from public.plans where id in ('monthly', 'yearly')`,
  );
  for (const plan of plans) {
    const id = settings.prices[plan.id as 'monthly' | 'yearly'];
    const name = `STRIPE_PRICE_${plan.id.toUpperCase()}`;
    const price = await fetchPrice(stripe, id, name);
    if (!price) return false;
    const wanted = `${plan.amount_minor} ${plan.currency} every ${plan.months} months`;
    const found = `${price.unit_amount} ${price.currency.toUpperCase()} every ${monthsOf(price.recurring)} months`;
    if (!price.active) throw new StartRefused(`${name} names ${id}, which is no longer active at Stripe.`);
    if (found !== wanted) {
      throw new StartRefused(`${name} names ${id}, which is ${found} at Stripe; our plan is ${wanted}.`);
    }
  }
  return true;
}

async function fetchPrice(stripe: Stripe, id: string, name: string): Promise<Stripe.Price | undefined> {
  try {
    return await stripe.prices.retrieve(id);
  } catch (error) {
    const type = error instanceof Error && 'type' in error ? error.type : undefined;
    if (type === 'StripeAuthenticationError') {
      throw new StartRefused('Stripe does not accept STRIPE_SECRET_KEY.');
    }
    if (type === 'StripeInvalidRequestError') {
      throw new StartRefused(`${name} names ${id}, which Stripe does not know.`);
    }
    log.warn({ err: error }, 'Stripe not reachable; prices not compared with the plans');
    return undefined;
  }
}

function monthsOf(recurring: Stripe.Price.Recurring | null): number {
  const months = { month: 1, year: 12 }[recurring?.interval as 'month' | 'year'] ?? 0;
  return months * (recurring?.interval_count ?? 0);
}
