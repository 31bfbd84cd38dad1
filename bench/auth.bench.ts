import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuth } from '../platform/src/auth/create-auth.ts';
import { Passwords } from '../platform/src/auth/passwords.ts';
import { authSettings } from '../platform/src/auth/settings.ts';
import type { Database } from '../platform/src/database/database.ts';
import { identifyCaller } from '../platform/src/tokens/identify-caller.ts';
import { loadSigningKeys } from '../platform/src/tokens/signing-keys.ts';
import { createTokenVerifier } from '../platform/src/tokens/verify-token.ts';
import { prepareDatabase } from '../server/src/prepare-database.ts';
import { onBothDatabases } from './bench-databases.ts';

/*
 * How fast people sign in and stay signed in, beside what that costs at least: one password hash, and one round trip
 * to the database. Trust the ratios, which come from one run, not the figures. Also counts the statements that
 * recognising a caller of the Data API sends: none.
 */
const SECONDS = 1.5;
const AT_ONCE = 8;
const member = { email: 'member@lakou.test', password: 'lakou-demo' };

/** The database with a counter of statements. */
function counted(database: Database): Database & { statements: number } {
  const counting = {
    statements: 0,
    kind: database.kind,
    run: (statements, options) => {
      counting.statements += statements.length;
      return database.run(statements, options);
    },
    query: (text, values, options) => {
      counting.statements += 1;
      return database.query(text, values, options);
    },
    transaction: (work) => {
      counting.statements += 1;
      return database.transaction(work);
    },
    listen: (channel, onPayload) => database.listen(channel, onPayload),
    close: () => database.close(),
  } as Database & { statements: number };
  return counting;
}

/** How often the work can be done in a second, several at a time. */
async function perSecond(work: (lane: number) => Promise<unknown>, lanes = AT_ONCE): Promise<number> {
  await Promise.all(Array.from({ length: lanes }, (_, lane) => work(lane)));
  const begun = performance.now();
  let done = 0;
  const lane = async (number: number): Promise<void> => {
    while (performance.now() - begun < SECONDS * 1000) {
      await work(number);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  return done / ((performance.now() - begun) / 1000);
}

async function measure(place: string, opened: Database): Promise<string> {
  const database = counted(opened);
  const folder = mkdtempSync(join(tmpdir(), 'lakou-bench-keys-'));
  try {
    await prepareDatabase(opened, { demo: true });
    const keys = await loadSigningKeys({ folder });
    const verifier = await createTokenVerifier({ keys: keys.jwks });
    const passwords = new Passwords();
    const limits = { signIns: null, refreshes: null };
    const auth = createAuth({
      database,
      keys,
      verifier,
      passwords,
      settings: authSettings({ url: 'http://127.0.0.1', limits }),
      mail: { send: async () => {}, checkConnection: async () => {} },
    });
    const request = async (
      grant: string,
      body: object,
    ): Promise<{ access_token: string; refresh_token: string }> => {
      const init = { method: 'POST', body: JSON.stringify(body) };
      const response = await auth.request(`/token?grant_type=${grant}`, init);
      if (response.status !== 200) throw new Error(await response.text());
      return response.json();
    };

    const hash = await passwords.hash(member.password);
    const sessions = await Promise.all(Array.from({ length: AT_ONCE }, () => request('password', member)));
    const hashes = await perSecond(() => passwords.verify(member.password, hash));
    const trips = await perSecond(() => database.query('select 1'));
    const signIns = await perSecond(() => request('password', member));
    const refreshes = await perSecond(async (lane) => {
      const { refresh_token } = sessions[lane]!;
      sessions[lane] = await request('refresh_token', { refresh_token });
    });

    const headers = new Headers({
      apikey: keys.anonKey,
      authorization: `Bearer ${sessions[0]!.access_token}`,
    });
    const fresh = await Promise.all(
      Array.from({ length: 300 }, (_, n) => keys.sign({ role: 'authenticated', n }, '1h')),
    );
    const before = database.statements;
    const known = await perSecond(() => identifyCaller(headers, { verifier }), 1);
    const begun = performance.now();
    for (const token of fresh) {
      await identifyCaller(new Headers({ authorization: `Bearer ${token}` }), { verifier });
    }
    const unknown = fresh.length / ((performance.now() - begun) / 1000);
    const sent = database.statements - before;

    if (sent !== 0) throw new Error('Recognising a caller must not touch the database.');
    return `## Sign-in on ${place}

| what | per second | beside |
|---|---:|---|
${row('one password hash', hashes)}
${row('one database round trip', trips)}
${row('sign-in', signIns, `${percent(signIns / hashes)} of the bare hash`)}
${row('token refresh', refreshes, `${percent(refreshes / trips)} of a bare round trip`)}
${row('recognising a caller, token seen before', known, 'no statement sent')}
${row('recognising a caller, new token', unknown, 'no statement sent')}
`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function row(what: string, rate: number, beside = ''): string {
  return `| ${what} | ${Math.round(rate)} | ${beside} |`;
}

function percent(ratio: number): string {
  return `${Math.round(100 * ratio)} %`;
}

console.log((await onBothDatabases(measure)).join('\n'));
