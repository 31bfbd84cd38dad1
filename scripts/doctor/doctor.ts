import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { StartRefused } from '@lakou/platform/database';
import type { SigningKeys } from '@lakou/platform/keys';
import { type Config, readConfig } from '../../server/src/config.ts';
import { log } from '../../server/src/log.ts';
import { isReady, serverAddress } from '../../server/src/server-address.ts';
import { checkClock } from './check-clock.ts';
import { checkConnections } from './check-connections.ts';
import { checkDatabase } from './check-database.ts';
import { checkDatabaseRights } from './check-database-rights.ts';
import { compareKeys, readKeys } from './check-keys.ts';
import { checkDataFolder, checkFfmpeg, checkSettingsFile, checkVersions } from './check-machine.ts';
import { checkObjects } from './check-objects.ts';
import { checkMail, checkPayments, checkStorage } from './check-services.ts';
import { type Finding, fault, unknown, well } from './finding.ts';
import { openDatabase } from './open-database.ts';

const MARKS = { well: '✓', warning: '!', fault: '✗', unknown: '?' };
const { values: options } = parseArgs({
  options: {
    objects: { type: 'boolean', default: false },
    repair: { type: 'boolean', default: false },
    'audit-head': { type: 'string' },
  },
});

/**
 * `npm run doctor`: looks at settings, machine, database and services, and says what is wrong and what to do. It changes
 * nothing, sends nothing and moves no money, so it can run beside a server in production. `-- --objects` also compares
 * each stored object; with `--repair` it has files removed that belong to none. `-- --audit-head <position>:<hash>`
 * compares the audit log with a head that was noted elsewhere.
 */
async function examine(): Promise<boolean> {
  log.level = 'silent';
  let isWell = true;
  const report: Report = (subject, findings) => {
    for (const { state, text, advice } of findings) {
      if (state === 'fault') isWell = false;
      console.log(`${MARKS[state]} ${subject.padEnd(9)} ${text}${advice ? `\n    → ${advice}` : ''}`);
    }
  };
  report('versions', await checkVersions());
  const config = readSettings(report);
  if (!config) return false;
  report('settings', await checkSettingsFile(join(import.meta.dirname, '../..')));
  report('folder', await checkDataFolder(config));
  const { keys, found } = await readKeys(config);
  report('keys', found);
  report('ffmpeg', await checkFfmpeg(config));
  report('storage', await checkStorage(config));
  report('mail', await checkMail(config));
  const url = serverAddress(config);
  const isRunning = await isReady(url);
  report('server', [
    isRunning ? well(`Answers at ${url}.`) : unknown(`None answers at ${url}.`, 'Start it with npm start.'),
  ]);
  await examineDatabase(config, { keys, runningAt: isRunning ? url : undefined, report });
  return isWell;
}

async function examineDatabase(
  config: Config,
  {
    keys,
    runningAt,
    report,
  }: { keys: SigningKeys | undefined; runningAt: string | undefined; report: Report },
): Promise<void> {
  const { database, isCopy, close, found } = await openDatabase(config, { keys, runningAt });
  report('database', found);
  try {
    report('clock', await attempt(() => checkClock(config, database)));
    report('payments', await attempt(() => checkPayments(config, database)));
    if (!database) return;
    report('database', await attempt(() => checkDatabaseRights(database)));
    if (keys) report('keys', await attempt(() => compareKeys(database, keys)));
    report('database', await attempt(() => checkConnections(config, database)));
    report('database', await attempt(() => checkDatabase(database, { auditHead: options['audit-head'] })));
    if (!options.objects) return;
    if (options.repair && isCopy)
      report('objects', [unknown('Nothing was repaired.', 'Stop the server for --repair: this is a copy.')]);
    else
      report('objects', await attempt(() => checkObjects(config, database, { isRepairing: options.repair })));
  } finally {
    await close?.();
  }
}

type Report = (subject: string, findings: Finding[]) => void;

function readSettings(report: Report): Config | undefined {
  try {
    const config = readConfig(process.env);
    report('settings', [well(config.demo ? 'Can be read: the demo.' : 'Can be read: production.')]);
    return config;
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    report('settings', [fault(error.message, 'README lists all settings.')]);
    return undefined;
  }
}

async function attempt(check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [
      fault(
        `Could not be examined: ${(error as Error).message}`,
        'If all migrations have run, report this as a defect.',
      ),
    ];
  }
}

process.exitCode = (await examine()) ? 0 : 1;
