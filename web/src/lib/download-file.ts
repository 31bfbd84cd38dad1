import type { ExportPaymentsInput, ReceiptPdfInput } from '@lakou/contract/commerce/inputs';
import { errorOf, sendToFunction } from './call-function.ts';

/** The functions that answer a file. */
interface Files {
  'export-payments': ExportPaymentsInput;
  'receipt-pdf': ReceiptPdfInput;
}

/** Files are streamed: as long as bytes come, they are waited for. */
const TIMEOUT_MS = 10 * 60_000;

/** Saves what a function answers under this name. It needs the member's token, which a plain link would not send. */
export async function downloadFile<Name extends keyof Files>(
  name: Name,
  input: Files[Name],
  fileName: string,
): Promise<void> {
  const response = await sendToFunction(name, input, TIMEOUT_MS);
  if (!response.ok) throw await errorOf(name, response);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
