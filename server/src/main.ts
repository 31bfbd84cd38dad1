import { mkdirSync } from 'node:fs';
import { refusal } from '@lakou/platform/database/data-folder';
import type { Database } from '@lakou/platform/database/database';
import { StartRefused } from '@lakou/platform/database/errors';
import { loadSigningKeys } from '@lakou/platform/tokens/signing-keys';
import { type Config, readConfig } from './config.ts';
import { createServices, type Services } from './create-services.ts';
import { listen } from './http/listen.ts';
import { DEMO_PASSWORD, demoAccounts } from './identity/demo-accounts.ts';
import { log } from './log.ts';
import { agreeOnKeys, openConfiguredDatabase, prepareDatabase, storeSettings } from './prepare-database.ts';

/** Starts and stops the process. Listens first, so that /healthz answers while the rest is being made ready. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  log.level = config.logLevel;
  makeDataFolder(config.dataFolder);

  let database: Database | undefined;
  let house: Services | undefined;
  const door = await listen(config, () => house?.app);
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      await house?.leave();
      await door.close();
      await house?.close();
      await database?.close();
    })();
    return stopping;
  };
  endOnSignals(stop);

  try {
    database = await openConfiguredDatabase(config);
    const keys = await loadSigningKeys({ folder: config.dataFolder, given: config.jwtKeys });
    await prepareDatabase(database, { demo: config.demo });
    await storeSettings(database, config);
    await agreeOnKeys(database, keys.thumbprint);
    const url = config.publicUrl ?? door.address;
    const opened = await createServices({
      config,
      database,
      keys,
      url,
      ownUrl: door.address,
      traffic: door.traffic,
    });
    opened.attach(door.server);
    house = opened;
    if (stopping) await opened.leave();
    else greet(config, url);
  } catch (error) {
    const wasStopping = stopping !== undefined;
    await stop();
    if (!wasStopping) throw refusal(config.dataFolder, error);
  }
}

function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new StartRefused(`The data folder ${folder} cannot be made: ${(error as Error).message}.`);
  }
}

/** The first signal ends cleanly: running requests finish, the database is closed. A second one ends at once. */
function endOnSignals(stop: () => Promise<void>): void {
  let asked = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (asked) process.exit(1);
      asked = true;
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
    });
  }
}

const firstSteps = [
  ['/', 'browse; what is free plays at once, without an account'],
  ['/subscribe', 'as the member: pay with play money, then watch everything'],
  ['/forum', 'in two windows: what is written in one appears in the other'],
  ['/admin', 'as the admin: upload a film and see it become a stream'],
  ['/_mail', 'the letters that the house has sent'],
] as const;

function greet(config: Config, url: string): void {
  const place = config.database.kind === 'postgres' ? 'PostgreSQL' : 'the embedded database';
  console.log(`\nLakou is ready on ${place}:\n\n  ${url}\n`);
  if (!config.demo) return;
  console.log(`Demo accounts, password ${DEMO_PASSWORD}:\n`);
  for (const { email, about } of demoAccounts) console.log(`  ${email.padEnd(24)}${about}`);
  console.log('\nWhat to try first:\n');
  for (const [path, what] of firstSteps) console.log(`  ${(url + path).padEnd(url.length + 13)}${what}`);
  console.log('\nKeys for programs: npm run keys. Stop with Ctrl-C.\n');
}

main().catch((error: unknown) => {
  // A refusal is one clear sentence; anything else is our mistake and keeps its stack.
  console.error(error instanceof StartRefused ? error.message : error);
  process.exit(1);
});
