import { nameBooking, nameProvider } from '@lakou/contract/commerce/booking-name';
import type { Receipt } from '@lakou/contract/commerce/responses';
import { formatFor } from '@lakou/contract/format';
import type { Language } from '@lakou/contract/languages';
import { loadMessages, type MessageKey, translate } from '@lakou/contract/translate';
import PDFDocument from 'pdfkit';

const MARGIN = 56;
const TIME_ZONE = 'America/Port-au-Prince';
/** What the fonts that every reader has can show: Latin characters with accents, and typographic signs. */
const UNKNOWN = /[^\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u2013\u2014\u2018\u2019\u201c\u201d\u2026]/gu;

/** A page with all that the receipt's page shows, in one language. */
export async function renderReceipt(
  receipt: Receipt,
  language: Language,
  address: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const messages = await loadMessages(language);
  const t = (key: MessageKey, values?: Record<string, string | number>) =>
    translate(messages, language, key, values);
  const heading = receipt.number
    ? t('commerce.receipt_number', { number: receipt.number })
    : t(`commerce.kind_${receipt.kind}`);
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: heading, Author: 'Lakou' },
    lang: language,
  });
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on('end', resolve));

  document.font('Helvetica-Bold').fontSize(26).text('Lakou');
  document.font('Helvetica').fontSize(10).fillColor('#555').text(readable(address));
  document.moveDown(2).fillColor('#000');
  document.font('Helvetica-Bold').fontSize(18).text(readable(heading)).moveDown();
  for (const [name, value] of linesOf(receipt, language, t)) {
    const top = document.y;
    document
      .font('Helvetica')
      .fontSize(11)
      .fillColor('#555')
      .text(readable(name), MARGIN, top, { width: 150 });
    const below = document.y;
    document.fillColor('#000').text(readable(value), MARGIN + 165, top, { width: 315 });
    document.y = Math.max(below, document.y) + 6;
  }
  document.moveDown().font('Helvetica-Bold').fontSize(16);
  const { money } = formatFor(language);
  document.text(
    readable(`${t('commerce.total')}  ${money(receipt.amount_minor / 100, receipt.currency)}`),
    MARGIN,
    document.y,
  );
  document
    .moveDown(2)
    .font('Helvetica')
    .fontSize(10)
    .fillColor('#555')
    .text(readable(t('commerce.receipt_thanks')));
  document.end();
  await ended;
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer());
}

type Translate = (key: MessageKey, values?: Record<string, string | number>) => string;

function linesOf(receipt: Receipt, language: Language, t: Translate): [name: string, value: string][] {
  const { date, money, price } = formatFor(language);
  const amount = (minor: number) => money(minor / 100, receipt.currency);
  return [
    [t('commerce.receipt_date'), date(receipt.occurred_at, TIME_ZONE)],
    [t('commerce.receipt_for'), nameBooking(receipt, t)],
    ...(receipt.bundle_titles ? [line(t('commerce.bundle_contains'), receipt.bundle_titles.join(', '))] : []),
    ...(receipt.period_end ? [line(t('commerce.paid_until'), date(receipt.period_end, TIME_ZONE))] : []),
    [t('commerce.status'), t(receipt.problem ? 'commerce.payment_problem' : `commerce.kind_${receipt.kind}`)],
    [t('commerce.paid_by'), receipt.email ?? '–'],
    [t('commerce.paid_through'), nameProvider(receipt.provider, t)],
    [t('commerce.reference'), receipt.provider_reference],
    [t('commerce.order'), receipt.order_id],
    ...(receipt.discount_minor && receipt.full_price_minor
      ? [
          line(t('commerce.full_price'), price(receipt.full_price_minor / 100)),
          line(t('commerce.discount'), `-${price(receipt.discount_minor / 100)}`),
        ]
      : []),
    ...(receipt.price_minor && receipt.exchange_rate
      ? [
          line(t('commerce.receipt_price'), price(receipt.price_minor / 100)),
          line(t('commerce.receipt_rate'), t('commerce.receipt_rate_value', { rate: receipt.exchange_rate })),
        ]
      : []),
    ...(receipt.tax_name && receipt.tax_minor
      ? [
          line(
            t('commerce.receipt_tax', { name: receipt.tax_name, percent: receipt.tax_percent ?? 0 }),
            amount(receipt.tax_minor),
          ),
        ]
      : []),
    ...receipt.returned.map(({ kind, amount_minor, occurred_at }) =>
      line(t(`commerce.kind_${kind}`), `${amount(amount_minor)}, ${date(occurred_at, TIME_ZONE)}`),
    ),
  ];
}

const line = (name: string, value: string): [string, string] => [name, value];

/** Narrow blanks of number formats become blanks that the fonts have. */
const readable = (text: string): string =>
  text.replaceAll('\u202f', ' ').replaceAll('\n', ', ').replace(UNKNOWN, '?');
