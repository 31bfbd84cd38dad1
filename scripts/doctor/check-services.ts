import { randomUUID } from 'node:crypto';
import type { Database } from '@lakou/platform/database';
import { smtpMail } from '@lakou/platform/mail';
import { checkBucketRights } from '@lakou/platform/storage';
import { openStores } from '../../server/src/backup/stores.ts';
import { checkStripePrices } from '../../server/src/commerce/check-stripe-prices.ts';
import type { Config } from '../../server/src/config.ts';
import { requestToken } from '../../supabase/functions/_shared/providers/moncash-token.ts';
import { findPayment } from '../../supabase/functions/_shared/providers/natcash-client.ts';
import { type Finding, fault, unknown, warning, well } from './finding.ts';

const reason = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Connects and signs in; sends nothing. */
export async function checkMail({ mail: { smtpUrl, from }, demo }: Config): Promise<Finding[]> {
  if (!smtpUrl) {
    if (demo) return [well('The demo shows its mails instead of sending them.')];
    return [fault('No mail is sent: SMTP_URL is not set.', 'Nobody can reset a password: set SMTP_URL.')];
  }
  const mail = smtpMail({ url: smtpUrl, from });
  try {
    await mail.checkConnection?.();
    return [well('The mail server accepts us.')];
  } catch (error) {
    return [
      fault(`The mail server does not accept us: ${reason(error)}.`, 'Compare SMTP_URL with its settings.'),
    ];
  } finally {
    mail.close();
  }
}

/** Reads prices, asks for a token and looks for an order that does not exist; no money moves. */
export async function checkPayments(config: Config, database: Database | undefined): Promise<Finding[]> {
  const { stripe, moncash, natcash, demo } = config;
  const found: Finding[] = [];
  if (stripe) found.push(await checkStripe(stripe, database));
  if (moncash) found.push(await checkMoncash(moncash));
  if (natcash) found.push(await checkNatcash(natcash));
  if (found.length > 0) return found;
  if (demo) return [well('The demo takes sandbox money.')];
  return [
    warning(
      'Nothing can be paid.',
      'Set STRIPE_SECRET_KEY, MONCASH_CLIENT_ID or NATCASH_PARTNER_CODE: docs/operation/payments.md.',
    ),
  ];
}

async function checkStripe(
  settings: NonNullable<Config['stripe']>,
  database: Database | undefined,
): Promise<Finding> {
  if (!database)
    return unknown('The prices at Stripe were not compared.', 'Our plans are in the database: see there.');
  try {
    if (await checkStripePrices(settings, database)) return well('Stripe has the prices of our plans.');
    return warning('Stripe does not answer.', 'Is this machine allowed to reach it? Try again later.');
  } catch (error) {
    return fault(reason(error), 'Correct the settings that start with STRIPE_.');
  }
}

async function checkMoncash(account: NonNullable<Config['moncash']>): Promise<Finding> {
  try {
    await requestToken(account);
    return well('MonCash accepts us.');
  } catch (error) {
    return fault(
      `MonCash gives no token: ${reason(error)}.`,
      'Compare the settings that start with MONCASH_. If it does not answer at all, try later: orders wait for 24 hours.',
    );
  }
}

async function checkNatcash(account: NonNullable<Config['natcash']>): Promise<Finding> {
  try {
    await findPayment(account, randomUUID());
    return well('NatCash answers our questions.');
  } catch (error) {
    return fault(
      `NatCash does not answer our questions: ${reason(error)}.`,
      'Compare the settings that start with NATCASH_. If it does not answer at all, try later: orders wait for 24 hours.',
    );
  }
}

/** Looks for an object that does not exist; in a bucket also lists, and begins an upload that it gives up. */
export async function checkStorage(config: Config): Promise<Finding[]> {
  const { s3 } = config;
  const where = s3 ? `The bucket ${s3.bucket}` : 'The storage folder';
  try {
    const { objects } = await openStores(config, config.dataFolder);
    await objects.find({
      bucket: 'doctor',
      name: 'none',
      version: 'none',
    });
    if (s3) await checkBucketRights(s3);
    return [
      well(
        s3
          ? `${where} answers, lists and accepts uploads; whether it removes objects was not tried.`
          : `${where} answers.`,
      ),
    ];
  } catch (error) {
    return [
      fault(
        `${where} does not do what it should: ${reason(error)}.`,
        'Compare the settings that start with S3_, and what this access key may: list, read, write and delete objects, begin and give up multipart uploads.',
      ),
    ];
  }
}
