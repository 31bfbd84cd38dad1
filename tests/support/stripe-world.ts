import { randomUUID } from 'node:crypto';

// biome-ignore lint/suspicious/noExplicitAny: one of Stripe's objects, as its JSON has it
export type Thing = Record<string, any> & { id: string; object: string };

const seconds = () => Math.floor(Date.now() / 1000);
const PERIOD: Record<string, number> = { month: 30 * 86_400, year: 365 * 86_400 };

/** The objects of a small Stripe and what can happen to them. Every action makes an event; the test delivers it or not. */
export class StripeWorld {
  readonly things = new Map<string, Thing>();
  readonly events: Thing[] = [];

  constructor() {
    this.#price('price_month', 399, 'month');
    this.#price('price_year', 4389, 'year');
  }

  #price(id: string, unit_amount: number, interval: string): void {
    const recurring = { interval, interval_count: 1, usage_type: 'licensed' };
    this.keep({
      id,
      object: 'price',
      active: true,
      unit_amount,
      currency: 'usd',
      type: 'recurring',
      recurring,
    });
  }

  keep<T extends Thing>(thing: T): T {
    this.things.set(thing.id, thing);
    return thing;
  }

  get(id: string): Thing {
    const thing = this.things.get(id);
    if (!thing) throw new Error(`Stripe has no ${id}`);
    return thing;
  }

  all(object: string): Thing[] {
    return [...this.things.values()].filter((thing) => thing.object === object);
  }

  #tell(type: string, object: Thing): Thing {
    const event = {
      id: `evt_${randomUUID().replaceAll('-', '')}`,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: seconds(),
      livemode: false,
      type,
      data: { object: structuredClone(object) },
      pending_webhooks: 1,
      request: null,
    };
    this.events.push(event);
    return event;
  }

  newId = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 24)}`;

  /** A customer pays a checkout session. */
  pay(session_id: string): Thing[] {
    const session = this.get(session_id);
    Object.assign(session, { status: 'complete', payment_status: 'paid' });
    if (session.mode === 'subscription') {
      const { subscription, events } = this.#subscribe(session);
      session.subscription = subscription.id;
      return [...events, this.#tell('checkout.session.completed', session)];
    }
    session.payment_intent = this.#intent(
      session.amount_total,
      session.requested.payment_intent_data?.metadata ?? {},
    ).id;
    return [this.#tell('checkout.session.completed', session)];
  }

  #intent(amount: number, metadata: Record<string, string>): Thing {
    const charge = this.keep({
      id: this.newId('ch'),
      object: 'charge',
      amount,
      currency: 'usd',
      created: seconds(),
    });
    const intent = { id: this.newId('pi'), object: 'payment_intent', amount, currency: 'usd', metadata };
    const paid = { amount_received: amount, created: seconds(), status: 'succeeded' };
    return this.keep({ ...intent, ...paid, latest_charge: charge.id });
  }

  #subscribe(session: Thing): { subscription: Thing; events: Thing[] } {
    const price = this.get(session.requested.line_items[0].price);
    const subscription = this.keep({
      id: this.newId('sub'),
      object: 'subscription',
      status: 'active',
      customer: session.customer,
      metadata: session.requested.subscription_data?.metadata ?? {},
      cancel_at_period_end: false,
      cancel_at: null,
      ended_at: null,
      items: {
        object: 'list',
        data: [{ id: this.newId('si'), object: 'subscription_item', price, current_period_end: seconds() }],
      },
    });
    const created = this.#tell('customer.subscription.created', subscription);
    const trialDays = Number(session.requested.subscription_data?.trial_period_days ?? 0);
    const begun = trialDays ? this.#beginTrial(subscription, trialDays) : this.renew(subscription.id);
    return { subscription, events: [created, ...begun] };
  }

  /** An invoice of nothing for the free days; the card is known. */
  #beginTrial(subscription: Thing, days: number): Thing[] {
    subscription.status = 'trialing';
    const invoice = this.#invoice(subscription, 'paid', { seconds: days * 86_400, amount: 0 });
    return [this.#tell('invoice.paid', invoice), this.#tell('customer.subscription.updated', subscription)];
  }

  #invoice(subscription: Thing, status: 'paid' | 'open', trial?: { seconds: number; amount: number }): Thing {
    const [item] = subscription.items.data;
    const amount = trial ? trial.amount : item.price.unit_amount;
    const end =
      item.current_period_end + (trial ? trial.seconds : (PERIOD[item.price.recurring.interval] ?? 0));
    const paid = status === 'paid';
    const isFirst = !this.all('invoice').some(
      ({ parent }) => parent.subscription_details.subscription === subscription.id,
    );
    item.current_period_end = end;
    const invoice = this.keep({
      id: this.newId('in'),
      object: 'invoice',
      status,
      currency: 'usd',
      created: seconds(),
      billing_reason: isFirst ? 'subscription_create' : 'subscription_cycle',
      amount_paid: paid ? amount : 0,
      lines: {
        object: 'list',
        data: [{ id: this.newId('il'), object: 'line_item', period: { start: 0, end } }],
      },
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
      },
      status_transitions: { paid_at: paid ? seconds() : null },
    });
    if (paid && amount > 0) {
      const intent = this.#intent(amount, {});
      const payment = { type: 'payment_intent', payment_intent: intent.id };
      this.keep({
        id: this.newId('inpay'),
        object: 'invoice_payment',
        invoice: invoice.id,
        status: 'paid',
        payment,
      });
    }
    return invoice;
  }

  /** The next period is charged. */
  renew(subscription_id: string): Thing[] {
    const subscription = this.get(subscription_id);
    const invoice = this.#invoice(subscription, 'paid');
    subscription.status = 'active';
    return [this.#tell('invoice.paid', invoice), this.#tell('customer.subscription.updated', subscription)];
  }

  /** The charge fails. */
  failRenewal(subscription_id: string): Thing[] {
    const subscription = this.get(subscription_id);
    const invoice = this.#invoice(subscription, 'open');
    subscription.status = 'past_due';
    return [
      this.#tell('invoice.payment_failed', invoice),
      this.#tell('customer.subscription.updated', subscription),
    ];
  }

  change(subscription_id: string, fields: Record<string, unknown>): Thing[] {
    const subscription = this.get(subscription_id);
    Object.assign(subscription, fields);
    return [this.#tell('customer.subscription.updated', subscription)];
  }

  end(subscription_id: string): Thing[] {
    const subscription = this.get(subscription_id);
    Object.assign(subscription, { status: 'canceled', ended_at: seconds() });
    return [this.#tell('customer.subscription.deleted', subscription)];
  }

  expire(session_id: string): Thing[] {
    return [
      this.#tell('checkout.session.expired', Object.assign(this.get(session_id), { status: 'expired' })),
    ];
  }

  /** The payment intent of a one-time session, or of a subscription's latest invoice. */
  intentOf(id: string): string {
    const thing = this.get(id);
    if (thing.payment_intent) return thing.payment_intent;
    const invoices = this.all('invoice').filter(
      ({ parent, status }) => status === 'paid' && parent.subscription_details.subscription === id,
    );
    const payment = this.all('invoice_payment').find(({ invoice }) => invoice === invoices.at(-1)?.id);
    return payment?.payment.payment_intent;
  }

  refund(payment_intent: string, amount?: number): Thing[] {
    const intent = this.get(payment_intent);
    const refund = this.keep({
      id: this.newId('re'),
      object: 'refund',
      status: 'succeeded',
      amount: amount ?? intent.amount,
      currency: 'usd',
      created: seconds(),
      payment_intent,
      charge: intent.latest_charge,
    });
    const charge = Object.assign(this.get(intent.latest_charge), { payment_intent, refunded: true });
    return [this.#tell('refund.created', refund), this.#tell('charge.refunded', charge)];
  }

  dispute(payment_intent: string): Thing[] {
    const { amount } = this.get(payment_intent);
    const dispute = {
      id: this.newId('dp'),
      object: 'dispute',
      status: 'needs_response',
      amount,
      currency: 'usd',
    };
    return [
      this.#tell('charge.dispute.created', this.keep({ ...dispute, payment_intent, created: seconds() })),
    ];
  }

  closeDispute(payment_intent: string, status: 'won' | 'lost'): Thing[] {
    const dispute = this.all('dispute').find((one) => one.payment_intent === payment_intent);
    if (!dispute) throw new Error('nobody disputes this');
    return [this.#tell('charge.dispute.closed', Object.assign(dispute, { status }))];
  }
}
