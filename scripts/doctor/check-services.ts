import type { Database } from '@lakou/platform/database';
import { smtpMail } from '@lakou/platform/mail';
import { openStores } from '../../server/src/backup/stores.ts';
import { checkStripePrices } from '../../server/src/commerce/check-stripe-prices.ts';
import type { Config } from '../../server/src/config.ts';
import { type Finding, fault, warning, well } from './finding.ts';

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

/** Reads prices and asks for a token; no money moves. */
export async function checkPayments(config: Config, database: Database | undefined): Promise<Finding[]> {
  const { stripe, moncash, demo } = config;
  const found: Finding[] = [];
  if (stripe && database)
    found.push(
      await checkStripePrices(stripe, database).then(
        () => well('Stripe has the prices of our plans.'),
        (error) => fault(reason(error), 'Correct the settings that start with STRIPE_.'),
      ),
    );
  if (moncash) found.push(await checkMoncash(moncash));
  if (found.length > 0) return found;
  if (demo) return [well('The demo takes sandbox money.')];
  return [
    warning(
      'Nothing can be paid.',
      'Set STRIPE_SECRET_KEY or MONCASH_CLIENT_ID: docs/operation/payments.md.',
    ),
  ];
}

async function checkMoncash({
  url,
  clientId,
  clientSecret,
}: NonNullable<Config['moncash']>): Promise<Finding> {
  try {
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const answer = await fetch(`${url}/Api/oauth/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${credentials}`,
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'scope=read,write&grant_type=client_credentials',
      signal: AbortSignal.timeout(10_000),
    });
    if (answer.ok) return well('MonCash accepts us.');
    return fault(
      `MonCash refuses us with ${answer.status}.`,
      'Compare MONCASH_CLIENT_ID and MONCASH_CLIENT_SECRET.',
    );
  } catch (error) {
    return warning(
      `MonCash does not answer: ${reason(error)}.`,
      'Try again later; orders wait for 24 hours.',
    );
  }
}

/** Looks for an object that does not exist: the store answers that, or why it does not. */
export async function checkStorage(config: Config): Promise<Finding[]> {
  const where = config.s3 ? `The bucket ${config.s3.bucket}` : 'The storage folder';
  try {
    await openStores(config, config.dataFolder).objects.find({
      bucket: 'doctor',
      name: 'none',
      version: 'none',
    });
    return [well(`${where} answers.`)];
  } catch (error) {
    return [
      fault(`${where} does not answer: ${reason(error)}.`, 'Compare the settings that start with S3_.'),
    ];
  }
}

/** With `--objects`: what rows name and the stores lack. Reads one entry per object, so it takes long. */
export async function checkObjects(config: Config, database: Database): Promise<Finding[]> {
  const { objects: store } = openStores(config, config.dataFolder);
  const missing: string[] = [];
  const damaged: string[] = [];
  let after = '';
  let seen = 0;
  for (;;) {
    const rows = await database.query<{
      id: string;
      bucket: string;
      name: string;
      version: string;
      size: string | null;
    }>(
      `select id::text, bucket_id as bucket, name, version, metadata->>'size' as size from storage.objects
        where id > $1 order by id limit 500`,
      [after || '00000000-0000-0000-0000-000000000000'],
    );
    for (const { bucket, name, version, size } of rows) {
      const found = await store.find({ bucket, name, version });
      if (!found) missing.push(`${bucket}/${name}`);
      else if (size !== null && Number(size) !== found.size) damaged.push(`${bucket}/${name}`);
    }
    seen += rows.length;
    after = rows.at(-1)?.id ?? '';
    if (rows.length < 500) break;
  }
  const found: Finding[] = [];
  const advice = 'Restore these from a backup, or upload them again.';
  if (missing.length > 0)
    found.push(fault(`${missing.length} objects are missing: ${some(missing)}.`, advice));
  if (damaged.length > 0)
    found.push(fault(`${damaged.length} objects have another size: ${some(damaged)}.`, advice));
  return found.length > 0 ? found : [well(`All ${seen} objects are there, in their size.`)];
}

const some = (names: string[]) => `${names.slice(0, 10).join(', ')}${names.length > 10 ? ' …' : ''}`;
