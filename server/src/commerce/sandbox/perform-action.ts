import type { Database, Transaction } from '@lakou/platform/database';

/** The first three are on the payment page, the others on the dashboard. */
export const ACTIONS = [
  'pay',
  'fail',
  'cancel',
  'renew',
  'fail-renewal',
  'refund',
  'dispute',
  'win-dispute',
  'cancel-subscription',
  'resume-subscription',
  'end-subscription',
  'resend',
] as const;
export type Action = (typeof ACTIONS)[number];

export type SandboxFact = Record<string, unknown> & { kind: string; reference: string };

export interface SandboxSession {
  id: string;
  status: 'open' | 'complete' | 'expired';
  success_url: string;
  cancel_url: string;
  order_id: string;
  title: string;
  plan: string | null;
  /** A subscription begins with so many free days. */
  trial_days: number | null;
  transaction_type: string;
  amount_minor: number;
  currency: string;
  /** What has happened, the oldest first. */
  facts: SandboxFact[];
}

const SESSION_QUERY = `
  select s.id, s.status, s.success_url, s.cancel_url, o.id as order_id, o.title, o.plan, o.trial_days, o.transaction_type,
    o.amount_minor, o.currency, (
      select coalesce(jsonb_agg(e.event order by e.id), '[]') from private.sandbox_events e where e.session_id = s.id) as facts
  from private.sandbox_sessions s join public.orders o on o.id = s.order_id where s.id = $1`;

export async function findSession(database: Database, id: string): Promise<SandboxSession | undefined> {
  if (!/^[\w-]{1,100}$/.test(id)) return undefined;
  const [session] = await database.query<SandboxSession>(SESSION_QUERY, [id]);
  return session;
}

/** Performs the action if the session allows it. Returns the new facts, to be sent to our webhook. */
export function performAction(database: Database, id: string, action: Action): Promise<SandboxFact[]> {
  return database.transaction(async (transaction) => {
    await transaction.query('select from private.sandbox_sessions where id = $1 for update', [id]);
    const [session] = await transaction.query<SandboxSession>(SESSION_QUERY, [id]);
    if (!session) return [];
    if (action === 'resend') return session.facts;
    const facts = (await newFacts(transaction, session, action)).map((fact) => ({
      order_id: session.order_id,
      provider: 'sandbox',
      ...fact,
    }));
    for (const fact of facts) {
      await transaction.query(
        'insert into private.sandbox_events (session_id, event) values ($1, $2::jsonb)',
        [id, JSON.stringify(fact)],
      );
    }
    const status = { pay: 'complete', fail: 'expired' }[action as string];
    if (status && facts.length > 0) {
      await transaction.query('update private.sandbox_sessions set status = $2 where id = $1', [id, status]);
    }
    return facts;
  });
}

async function newFacts(
  transaction: Transaction,
  session: SandboxSession,
  action: Action,
): Promise<SandboxFact[]> {
  const { id, plan, trial_days, amount_minor, currency } = session;
  const occurred_at = new Date().toISOString();
  const { payments, subscription, last, dispute } = summarize(session);
  const pay = async (): Promise<SandboxFact[]> => {
    const isTrial = trial_days !== null && payments.length === 0;
    const period_end = isTrial
      ? new Date(Date.now() + trial_days * 86_400_000).toISOString()
      : plan
        ? await nextPeriod(transaction, plan, last?.period_end)
        : undefined;
    const reference = `${id}.${payments.length + 1}`;
    return [
      {
        kind: 'payment',
        reference,
        amount_minor: isTrial ? 0 : amount_minor,
        currency,
        occurred_at,
        period_end,
        ...(plan && { subscription: id }),
      },
      ...(plan ? [subscriptionFact({ period_end })] : []),
    ];
  };
  const subscriptionFact = (fields: Record<string, unknown>): SandboxFact => ({
    kind: 'subscription',
    reference: id,
    status: 'active',
    cancel_at_period_end: false,
    period_end: last?.period_end ?? null,
    ended_at: null,
    as_of: occurred_at,
    ...fields,
  });
  const returned = (kind: string, reference: string): SandboxFact[] => [
    {
      kind,
      reference,
      payment_reference: last?.reference,
      amount_minor: last?.amount_minor,
      currency,
      occurred_at,
    },
  ];
  const runs = plan && last && subscription?.status !== 'canceled';
  switch (action) {
    case 'pay':
      return session.status === 'open' ? pay() : [];
    case 'fail':
      return session.status === 'open' ? [{ kind: 'closed', reference: id, status: 'failed' }] : [];
    case 'renew':
      return runs ? pay() : [];
    case 'fail-renewal':
      return runs
        ? [
            subscriptionFact({
              status: 'past_due',
              period_end: await nextPeriod(transaction, plan, last.period_end),
            }),
          ]
        : [];
    case 'cancel-subscription':
      return runs ? [subscriptionFact({ cancel_at_period_end: true })] : [];
    case 'resume-subscription':
      return runs ? [subscriptionFact({})] : [];
    case 'end-subscription':
      return runs ? [subscriptionFact({ status: 'canceled', ended_at: occurred_at })] : [];
    case 'refund':
      return last?.canRefund ? returned('refund', `${last.reference}.refund`) : [];
    case 'dispute':
      return last?.canDispute ? returned('dispute', `${last.reference}.dispute`) : [];
    case 'win-dispute':
      return dispute ? returned('dispute_won', dispute.reference) : [];
    default:
      return [];
  }
}

/** The state of a session, from its facts. */
export function summarize({ facts }: SandboxSession) {
  const has = (kind: string, reference: unknown) =>
    facts.some((fact) => fact.kind === kind && fact.reference === reference);
  const payments = facts.filter(({ kind }) => kind === 'payment');
  const newest = payments.at(-1);
  const dispute = facts.findLast(
    ({ kind, reference }) => kind === 'dispute' && !has('dispute_won', reference),
  );
  const isRefunded = newest && has('refund', `${newest.reference}.refund`);
  const isDisputed = newest && has('dispute', `${newest.reference}.dispute`);
  return {
    payments,
    subscription: facts.findLast(({ kind }) => kind === 'subscription'),
    last: newest && {
      reference: newest.reference,
      amount_minor: newest.amount_minor,
      period_end: newest.period_end as string | undefined,
      canRefund: newest.amount_minor !== 0 && !isRefunded && !dispute,
      canDispute: newest.amount_minor !== 0 && !isRefunded && !isDisputed,
    },
    dispute,
  };
}

async function nextPeriod(
  transaction: Transaction,
  plan: string,
  after: string | undefined,
): Promise<string> {
  const [row] = await transaction.query<{ ends: string }>(
    'select to_json(coalesce($2::timestamptz, now()) + lasts) as ends from public.plans where id = $1',
    [plan, after ?? null],
  );
  if (!row) throw new Error(`there is no plan ${plan}`);
  return row.ends;
}
