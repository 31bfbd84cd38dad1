import { networkInterfaces } from 'node:os';
import type { Database } from '@lakou/platform/database';
import type { Config } from '../../server/src/config.ts';
import { type Finding, fault, unknown, well } from './finding.ts';

const CLOCK_SECONDS = 5;
const TIMEOUT_MS = 5_000;

interface OtherClock {
  name: string;
  hostname: string;
  /** How far it is ahead of ours, less what the time of asking can explain. Undefined: it does not say. */
  secondsAhead: () => Promise<number | undefined>;
}

/** Compares the clock of this machine with those of the database and of the services, as far as they are elsewhere. */
export async function checkClock(config: Config, database: Database | undefined): Promise<Finding[]> {
  const found: Finding[] = [];
  const agreeing: string[] = [];
  for (const { name, hostname, secondsAhead } of clocksOf(config, database)) {
    // Whether it answers at all, its own check says.
    const seconds = Math.abs((await secondsAhead().catch(() => undefined)) ?? Number.NaN);
    if (seconds >= CLOCK_SECONDS)
      found.push(
        fault(
          `The clocks of this machine and of ${name} are ${seconds.toFixed(0)} seconds apart.`,
          'Rentals, sign-ins and codes end at the wrong time: turn on time synchronisation (timedatectl set-ntp true).',
        ),
      );
    else if (seconds < CLOCK_SECONDS && !isThisMachine(hostname)) agreeing.push(name);
  }
  if (found.length > 0) return found;
  if (agreeing.length > 0) return [well(`This machine’s clock agrees with that of ${agreeing.join(', ')}.`)];
  return [
    unknown(
      'This machine’s clock was not compared with another clock.',
      'The database is on this machine, and no bucket or payment provider elsewhere answered. See timedatectl.',
    ),
  ];
}

function clocksOf(config: Config, database: Database | undefined): OtherClock[] {
  const { s3, stripe, moncash, natcash, database: at } = config;
  const services: [string, string | undefined][] = [
    ['the bucket', s3 && (s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`)],
    ['Stripe', stripe && (stripe.apiUrl ?? 'https://api.stripe.com')],
    ['MonCash', moncash?.url],
    ['NatCash', natcash?.url],
  ];
  return [
    ...(database && at.kind === 'postgres'
      ? [
          {
            name: 'the database',
            hostname: new URL(at.directUrl).hostname,
            secondsAhead: () => askDatabase(database),
          },
        ]
      : []),
    ...services.flatMap(([name, url]) =>
      url ? [{ name, hostname: new URL(url).hostname, secondsAhead: () => askServer(url) }] : [],
    ),
  ];
}

async function askDatabase(database: Database): Promise<number | undefined> {
  const before = Date.now();
  const [row] = await database.query<{ now: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
  );
  return row && difference(row.now, before);
}

/** Any answer has the header, also one that refuses us. */
async function askServer(url: string): Promise<number | undefined> {
  const before = Date.now();
  const { headers } = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const date = Date.parse(headers.get('date') ?? '');
  // It has whole seconds, rounded down.
  return Number.isNaN(date) ? undefined : difference(date + 500, before);
}

function difference(theirs: number, before: number): number {
  const asking = Date.now() - before;
  const apart = theirs - (before + asking / 2);
  return (Math.sign(apart) * Math.max(0, Math.abs(apart) - asking / 2)) / 1000;
}

function isThisMachine(hostname: string): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  const name = hostname.replace(/^\[|\]$/g, '');
  return ['', 'localhost'].includes(name) || own.some(({ address }) => address === name);
}
