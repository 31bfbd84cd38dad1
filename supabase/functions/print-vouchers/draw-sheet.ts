import { setImmediate as nextTurn } from 'node:timers/promises';
import { redeemPath } from '@lakou/contract/codes';
import type { Language } from '@lakou/contract/languages';
import PdfDocument from 'pdfkit';
import { encode } from 'uqr';
import { voucherTexts } from './voucher-texts.ts';

/** What print_voucher_batch() returns. */
export interface Sheet {
  id: number;
  agent: string;
  pass: 'day' | 'week' | 'month' | 'year' | null;
  title: string;
  price_minor: number;
  currency: string;
  expires_on: string;
  vouchers: { number: number; code: string }[];
}

/** Points on A4. */
const PAGE = { width: 595.28, height: 841.89, margin: 28 };
const COLUMNS = 2;
const ROWS = 5;
const CARD = {
  width: (PAGE.width - 2 * PAGE.margin) / COLUMNS,
  height: (PAGE.height - 2 * PAGE.margin) / ROWS,
};
const INSET = 12;
const QR = 92;

/** Ten vouchers on a page, to be cut apart: what each opens, its price, code and QR. */
export async function drawSheet(
  sheet: Sheet,
  language: Language,
  origin: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const document = new PdfDocument({ size: 'A4', margin: 0, autoFirstPage: false });
  document.info.Title = `Lakou ${sheet.id}`;
  const chunks: Uint8Array[] = [];
  const done = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    document.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    document.on('error', reject);
  });
  for (const [index, voucher] of sheet.vouchers.entries()) {
    const place = index % (COLUMNS * ROWS);
    if (place === 0) {
      // Others are served between two pages.
      await nextTurn();
      document.addPage();
    }
    const x = PAGE.margin + (place % COLUMNS) * CARD.width;
    const y = PAGE.margin + Math.floor(place / COLUMNS) * CARD.height;
    drawVoucher(document, { x, y }, { sheet, voucher, language, origin });
  }
  document.end();
  return done;
}

interface Printed {
  sheet: Sheet;
  voucher: Sheet['vouchers'][number];
  language: Language;
  origin: string;
}

function drawVoucher(
  document: PDFKit.PDFDocument,
  { x, y }: { x: number; y: number },
  { sheet, voucher, language, origin }: Printed,
): void {
  const texts = voucherTexts[language];
  const what = sheet.pass ? texts[sheet.pass] : texts.keep.replace('{title}', sheet.title);
  const left = x + INSET;
  const width = CARD.width - QR - 3 * INSET;
  const line = (text: string, from: number, size: number, font = 'Helvetica', height = size * 1.3) =>
    document
      .font(font)
      .fontSize(size)
      .text(printable(text), left, y + from, { width, height, ellipsis: true });

  document
    .rect(x, y, CARD.width, CARD.height)
    .dash(3, { space: 3 })
    .lineWidth(0.5)
    .stroke('#777777')
    .undash();
  document.fillColor('#000000');
  line('LAKOU', INSET, 9, 'Helvetica-Bold');
  line(what, INSET + 14, 13, 'Helvetica-Bold', 34);
  line(priceOf(sheet), INSET + 50, 16, 'Helvetica-Bold');
  line(texts.until.replace('{date}', dateOf(sheet.expires_on)), INSET + 72, 8);
  line(texts.once, INSET + 83, 8);
  line(texts.how.replace('{address}', `${new URL(origin).host}/redeem`), INSET + 94, 8, 'Helvetica', 21);
  drawQr(document, `${origin}${redeemPath(voucher.code, language)}`, x + CARD.width - QR - INSET, y + INSET);
  document
    .fillColor('#000000')
    .font('Courier-Bold')
    .fontSize(15)
    .text(voucher.code, left, y + CARD.height - INSET - 14, { lineBreak: false });
  document
    .font('Helvetica')
    .fontSize(7)
    .text(
      printable(
        `${texts.number.replace('{number}', `${sheet.id}-${String(voucher.number).padStart(3, '0')}`)}\n${sheet.agent}`,
      ),
      x + CARD.width - QR - INSET,
      y + INSET + QR + 6,
      { width: QR, height: 26, align: 'right', ellipsis: true },
    );
}

/** Neighbouring dark squares of a row are one rectangle: a sheet has hundreds of thousands of squares. */
function drawQr(document: PDFKit.PDFDocument, text: string, x: number, y: number): void {
  const { data, size } = encode(text, { border: 2 });
  const side = QR / size;
  for (const [row, squares] of data.entries())
    for (let start = 0; start < size; start += 1) {
      if (!squares[start]) continue;
      let end = start;
      while (squares[end + 1]) end += 1;
      document.rect(x + start * side, y + row * side, (end - start + 1) * side, side);
      start = end;
    }
  document.fill('#000000');
}

function priceOf({ price_minor, currency }: Sheet): string {
  return currency === 'HTG' ? `${Math.round(price_minor / 100)} G` : `$${(price_minor / 100).toFixed(2)}`;
}

/** As everybody in Haiti writes it. */
function dateOf(day: string): string {
  return day.split('-').toReversed().join('/');
}

/** What the fonts of every PDF reader have. */
function printable(text: string): string {
  return text.normalize('NFC').replace(/[^\n\x20-\x7e\xa1-\xff€ŒœŠšŽžŸ‘’“”–—…•]/g, '');
}
