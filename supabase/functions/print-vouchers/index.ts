import { printVouchersInput } from '@lakou/contract/commerce/inputs';
import { isErrorKey } from '@lakou/contract/errors';
import { requireCaller } from '../_shared/caller.ts';
import { readInput } from '../_shared/read-input.ts';
import { failureOf, Refusal } from '../_shared/refusal.ts';
import { requireMethod, serveFunction } from '../_shared/serve-function.ts';
import { requireSetting } from '../_shared/settings.ts';
import type { Sheet } from './draw-sheet.ts';

/** The sheet of a batch as PDF, for admins, while its codes are worth nothing. Nothing of it is stored. */
export default serveFunction(async (request) => {
  requireMethod(request, 'POST');
  const caller = requireCaller(request);
  const input = await readInput(request, printVouchersInput, { status: 400, key: 'no_longer_there' });
  const { data, error, status } = await caller.client.rpc('print_voucher_batch', { batch: input.batch });
  if (error && isErrorKey(error.hint)) throw new Refusal(statuses[error.hint] ?? 403, error.hint);
  if (error) throw failureOf('print_voucher_batch', status, error);
  // Loaded where it is needed: the library reads its fonts.
  const { drawSheet } = await import('./draw-sheet.ts');
  const pdf = await drawSheet(data as unknown as Sheet, input.language, requireSetting('PUBLIC_URL'));
  return new Response(pdf, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="lakou-${input.batch}.pdf"`,
      'cache-control': 'no-store',
    },
  });
});

const statuses: Partial<Record<string, number>> = {
  not_authenticated: 401,
  session_ended: 401,
  no_longer_there: 404,
  batch_closed: 409,
};
