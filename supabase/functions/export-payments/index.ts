import { exportPaymentsInput } from '@lakou/contract/commerce/inputs';
import { csvLine } from '@lakou/contract/csv';
import type { Database } from '@lakou/contract/database-types';
import { type ErrorKey, isErrorKey } from '@lakou/contract/errors';
import { requireCaller } from '../_shared/caller.ts';
import type { Client } from '../_shared/clients.ts';
import { csvResponse } from '../_shared/csv-response.ts';
import { readInput } from '../_shared/read-input.ts';
import { failureOf, Refusal } from '../_shared/refusal.ts';
import { requireMethod, serveFunction } from '../_shared/serve-function.ts';

type Row = Database['public']['Functions']['payment_export_rows']['Returns'][number];

const COLUMNS = [
  ...[
    'entry',
    'time',
    'kind',
    'amount',
    'currency',
    'amount_usd',
    'rate',
    'method',
    'reference',
    'order',
    'type',
  ],
  ...['title', 'username', 'email', 'problem', 'discount_usd', 'receipt', 'tax', 'tax_percent', 'tax_amount'],
];
const statuses: Partial<Record<ErrorKey, number>> = {
  not_authenticated: 401,
  session_ended: 401,
  period_invalid: 400,
};

/** For accountants and admins: the ledger of a period as CSV, streamed page by page. */
export default serveFunction(async (request) => {
  requireMethod(request, 'POST');
  const { client } = requireCaller(request);
  const period = await readInput(request, exportPaymentsInput, { status: 400, key: 'period_invalid' });
  const { error, status } = await client.rpc('begin_payment_export', {
    from_day: period.from,
    to_day: period.to,
  });
  if (error && isErrorKey(error.hint)) throw new Refusal(statuses[error.hint] ?? 403, error.hint);
  if (error) throw failureOf('begin_payment_export', status, error);
  return csvResponse(`payments-${period.from}-${period.to}.csv`, lines(client, period));
});

async function* lines(client: Client, { from, to }: { from: string; to: string }): AsyncGenerator<string> {
  yield csvLine(COLUMNS);
  let last: Row | undefined;
  do {
    const { data, error }: { data: Row[] | null; error: { message: string } | null } = await client.rpc(
      'payment_export_rows',
      { from_day: from, to_day: to, ...(last && { after_time: last.occurred_at, after_id: last.id }) },
    );
    if (!data) throw new Error(`payment_export_rows: ${error?.message}`);
    if (data.length > 0) yield data.map(lineOf).join('');
    last = data.at(-1);
  } while (last);
}

function lineOf(row: Row): string {
  const amount = row.amount_minor / 100;
  const inDollars =
    row.currency === 'USD' ? amount : row.exchange_rate ? round(amount / row.exchange_rate) : null;
  return csvLine([
    ...[row.id, row.occurred_at, row.kind, amount, row.currency, inDollars, row.exchange_rate, row.provider],
    ...[row.provider_reference, row.order_id, row.transaction_type, row.title, row.username, row.email],
    row.problem,
    row.discount_minor === null ? null : row.discount_minor / 100,
    ...[row.receipt, row.tax_name, row.tax_percent],
    row.tax_minor === null ? null : row.tax_minor / 100,
  ]);
}

const round = (amount: number): number => Math.round(amount * 100) / 100;
