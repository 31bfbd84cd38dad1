import { receiptPdfInput } from '@lakou/contract/commerce/inputs';
import type { Receipt } from '@lakou/contract/commerce/responses';
import { type ErrorKey, isErrorKey } from '@lakou/contract/errors';
import { requireCaller } from '../_shared/caller.ts';
import { readInput } from '../_shared/read-input.ts';
import { failureOf, Refusal } from '../_shared/refusal.ts';
import { requireMethod, serveFunction } from '../_shared/serve-function.ts';
import { renderReceipt } from './render-receipt.ts';

const statuses: Partial<Record<ErrorKey, number>> = { receipt_missing: 404, second_factor_needed: 403 };

/** The caller's receipt as a PDF, in the language they read. The database decides whose it is. */
export default serveFunction(async (request) => {
  requireMethod(request, 'POST');
  const { client } = requireCaller(request);
  const { entry, language } = await readInput(request, receiptPdfInput, {
    status: 404,
    key: 'receipt_missing',
  });
  const { data, error, status } = await client.rpc('read_receipt', { entry });
  if (error && isErrorKey(error.hint)) throw new Refusal(statuses[error.hint] ?? 401, error.hint);
  if (error) throw failureOf('read_receipt', status, error);
  const receipt = data as unknown as Receipt;
  return new Response(await renderReceipt(receipt, language, process.env.POSTAL_ADDRESS ?? ''), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="lakou-${receipt.number ?? receipt.id}.pdf"`,
      'cache-control': 'no-store',
    },
  });
});
