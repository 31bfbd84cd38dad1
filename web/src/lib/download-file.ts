import type { ExportAuditLogInput } from '@lakou/contract/admin/audit';
import type {
  ExportPaymentsInput,
  PrintVouchersInput,
  ReceiptPdfInput,
} from '@lakou/contract/commerce/inputs';
import { errorOf, sendToFunction } from './call-function.ts';
import { saveFile } from './save-file.ts';

/** The functions that answer a file. */
interface Files {
  'export-audit-log': ExportAuditLogInput;
  'export-payments': ExportPaymentsInput;
  'print-vouchers': PrintVouchersInput;
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
  saveFile(fileName, await response.blob());
}
