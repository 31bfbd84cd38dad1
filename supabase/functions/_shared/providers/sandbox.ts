import { cancelPath, successPath } from '@lakou/contract/commerce/payment-item';
import Stripe from 'stripe';
import { serviceClient } from '../clients.ts';
import { requireSetting } from '../settings.ts';
import { checkoutExpiry, type Fact, isMoney, type Provider, SignatureInvalid } from './provider.ts';

const provider = 'sandbox';

/**
 * The demo's provider. Its pages are the server's (server/src/commerce/sandbox). Its webhook calls are signed as Stripe
 * signs, with a secret that the server creates at each start.
 */
export function sandboxProvider(): Provider {
  const service = serviceClient();
  const addFact = async (session: string, event: Fact): Promise<Fact[]> => {
    const { error } = await service.rpc('sandbox_add', { session, event });
    if (error) throw new Error(`sandbox_add: ${error.message}`);
    return [event];
  };
  const readSession = async (session: string) => {
    const { data, error } = await service.rpc('sandbox_session', { session });
    if (error) throw new Error(`sandbox_session: ${error.message}`);
    return data as { status: string; events: Fact[] } | null;
  };
  return {
    name: provider,
    currency: 'USD',
    canRenew: true,
    canRefund: true,
    signatureHeader: 'sandbox-signature',

    async startCheckout(order) {
      const { data, error } = await service.rpc('sandbox_start', {
        order_id: order.id,
        success_url: successPath(order),
        cancel_url: cancelPath(order),
      });
      if (error) throw new Error(`sandbox_start: ${error.message}`);
      const expires_at = checkoutExpiry(order).toISOString();
      return { reference: data, url: pageUrl(data), expires_at };
    },

    async readWebhook({ body, signature }) {
      try {
        const secret = requireSetting('SANDBOX_WEBHOOK_SECRET');
        const call: unknown = await Stripe.webhooks.constructEventAsync(body, signature, secret);
        return (call as { facts: Fact[] }).facts;
      } catch (error) {
        throw new SignatureInvalid('the signature is not valid', { cause: error });
      }
    },

    async lookUpOrder({ order_id, session: reference }) {
      const session = await readSession(reference);
      if (session?.events.length) return session.events;
      if (session?.status === 'open') return [];
      return [{ kind: 'closed', order_id, provider, reference, status: 'expired' }];
    },

    listUndeliveredFacts: async () => [],

    async listMoney({ day, cursor }) {
      const { data, error } = await service.rpc('list_sandbox_events', { day, after: Number(cursor ?? 0) });
      if (error) throw new Error(`list_sandbox_events: ${error.message}`);
      const entries = data.map(({ event }) => event as unknown as Fact).filter(isMoney);
      return { entries, next: data.length === 500 ? String(data.at(-1)?.id) : null };
    },

    refund: ({ order_id, reference, amount_minor, currency }) =>
      addFact(reference.replace(/\.\d+$/, ''), {
        kind: 'refund',
        order_id,
        provider,
        reference: `${reference}.refund`,
        payment_reference: reference,
        amount_minor,
        currency,
        occurred_at: new Date().toISOString(),
      }),

    cancelCheckout: ({ order_id, reference }) =>
      addFact(reference, { kind: 'closed', order_id, provider, reference, status: 'canceled' }),

    async setRenewal({ order_id, reference, renews }) {
      const session = await readSession(reference);
      const last = session?.events.findLast((fact) => fact.kind === 'subscription');
      const state = { ...initialState, ...last, order_id, reference };
      return addFact(reference, { ...state, cancel_at_period_end: !renews, as_of: new Date().toISOString() });
    },

    endSubscription({ order_id, reference }) {
      const moment = new Date().toISOString();
      const ended = { status: 'canceled' as const, ended_at: moment, as_of: moment };
      return addFact(reference, { ...initialState, order_id, reference, ...ended });
    },

    createPortalUrl: async ({ subscription }) => pageUrl(subscription),
  };
}

const initialState = {
  kind: 'subscription' as const,
  provider,
  status: 'active' as const,
  cancel_at_period_end: false,
  period_end: null,
  ended_at: null,
};

const pageUrl = (session: string): string => `${requireSetting('PUBLIC_URL')}/sandbox-pay/${session}`;
