import { cancelPath, successPath } from '@lakou/contract/commerce';
import Stripe from 'stripe';
import { setting } from '../caller.ts';
import { asService } from '../service.ts';
import { checkoutEnds, type Fact, NoticeRefused, type Provider } from './provider.ts';

const provider = 'sandbox';

/**
 * The demo's provider. Its pages are the server's (server/src/commerce/sandbox); here it is asked as a stranger would
 * be. Its notices are signed as Stripe signs, with a secret that each start of the server makes anew.
 */
export function sandboxProvider(): Provider {
  const service = asService();
  const add = async (session: string, event: Fact): Promise<Fact[]> => {
    const { error } = await service.rpc('sandbox_add', { session, event });
    if (error) throw new Error(`sandbox_add: ${error.message}`);
    return [event];
  };
  const storyOf = async (session: string) => {
    const { data, error } = await service.rpc('sandbox_session', { session });
    if (error) throw new Error(`sandbox_session: ${error.message}`);
    return data as { status: string; events: Fact[] } | null;
  };
  return {
    name: provider,
    signatureHeader: 'sandbox-signature',

    async start(order) {
      const { data, error } = await service.rpc('sandbox_start', {
        order_id: order.id,
        success_url: successPath(order),
        cancel_url: cancelPath(order),
      });
      if (error) throw new Error(`sandbox_start: ${error.message}`);
      const expires_at = checkoutEnds(order).toISOString();
      return { reference: data, url: pageOf(data), expires_at };
    },

    async read({ body, signature }) {
      try {
        const secret = setting('SANDBOX_WEBHOOK_SECRET');
        const notice: unknown = await Stripe.webhooks.constructEventAsync(body, signature, secret);
        return (notice as { facts: Fact[] }).facts;
      } catch (error) {
        throw new NoticeRefused('the signature is not good', { cause: error });
      }
    },

    async lookUp({ order_id, session }) {
      const story = await storyOf(session);
      if (story?.events.length) return story.events;
      if (story?.status === 'open') return [];
      return [{ kind: 'closed', order_id, provider, reference: session, status: 'expired' }];
    },

    missed: async () => [],

    refund: ({ order_id, reference, amount_minor, currency }) =>
      add(reference.replace(/\.\d+$/, ''), {
        kind: 'refund',
        order_id,
        provider,
        reference: `${reference}.refund`,
        payment_reference: reference,
        amount_minor,
        currency,
        occurred_at: new Date().toISOString(),
      }),

    abandon: ({ order_id, reference }) =>
      add(reference, { kind: 'closed', order_id, provider, reference, status: 'canceled' }),

    async renewal({ order_id, reference, renews }) {
      const story = await storyOf(reference);
      const last = story?.events.findLast((fact) => fact.kind === 'subscription');
      const standing = { ...asItBegan, ...last, order_id, reference };
      return add(reference, { ...standing, cancel_at_period_end: !renews, as_of: new Date().toISOString() });
    },

    end({ order_id, reference }) {
      const moment = new Date().toISOString();
      const ended = { status: 'canceled' as const, ended_at: moment, as_of: moment };
      return add(reference, { ...asItBegan, order_id, reference, ...ended });
    },

    portal: async ({ subscription }) => pageOf(subscription),
  };
}

const asItBegan = {
  kind: 'subscription' as const,
  provider,
  status: 'active' as const,
  cancel_at_period_end: false,
  period_end: null,
  ended_at: null,
};

const pageOf = (session: string): string => `${setting('PUBLIC_URL')}/sandbox-pay/${session}`;
