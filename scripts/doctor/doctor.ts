import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, StartRefused } from '@lakou/platform/database';
import { type Config, directly, readConfig } from '../../server/src/config.ts';
import { log } from '../../server/src/log.ts';
import { openConfiguredDatabase } from '../../server/src/prepare-database.ts';
import { isReady, serverAddress } from '../../server/src/server-address.ts';
import { checkDatabase } from './check-database.ts';
import { checkDataFolder, checkFfmpeg, checkVersions } from './check-machine.ts';
import { checkObjects } from './check-objects.ts';
import { checkMail, checkPayments, checkStorage } from './check-services.ts';
import { type Finding, fault, unknown, well } from './finding.ts';

const MARKS = { well: '✓', warning: '!', fault: '✗', unknown: '?' };

/**
 * `npm run doctor`: looks at settings, machine, database and services, and says what is wrong and what to do. It changes
 * nothing, sends nothing and moves no money, so it can run beside a server in production. `-- --objects` also compares
 * each stored object; with `--repair` it has files removed that belong to none.
 */
async function examine(): Promise<boolean> {
  log.level = 'silent';
  let isWell = true;
  const report = (subject: string, findings: Finding[]): void => {
    for (const { state, text, advice } of findings) {
      if (state === 'fault') isWell = false;
      console.log(`${MARKS[state]} ${subject.padEnd(9)} ${text}${advice ? `\n    → ${advice}` : ''}`);
    }
  };
  report('versions', await checkVersions());
  const config = readSettings(report);
  if (!config) return false;
  report('folder', await checkDataFolder(config));
  report('ffmpeg', await checkFfmpeg(config));
  report('storage', await checkStorage(config));
  report('mail', await checkMail(config));
  const url = serverAddress(config);
  const isRunning = await isReady(url);
  report('server', [
    isRunning ? well(`Answers at ${url}.`) : unknown(`None answers at ${url}.`, 'Start it with npm start.'),
  ]);
  const database = await openDatabase(config, isRunning, report);
  try {
    report('payments', await attempt(() => checkPayments(config, database)));
    if (!database) return isWell;
    report('database', await attempt(() => checkDatabase(database)));
    const isRepairing = process.argv.includes('--repair');
    if (process.argv.includes('--objects'))
      report('objects', await attempt(() => checkObjects(config, database, { isRepairing })));
  } finally {
    await database?.close();
  }
  return isWell;
}

type Report = (subject: string, findings: Finding[]) => void;

function readSettings(report: Report): Config | undefined {
  try {
    const config = directly(readConfig(process.env));
    report('settings', [well(config.demo ? 'Can be read: the demo.' : 'Can be read: production.')]);
    return config;
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    report('settings', [fault(error.message, 'README lists all settings.')]);
    return undefined;
  }
}

/** The embedded database belongs to one process: beside a running server there is nothing to open. */
async function openDatabase(
  config: Config,
  isRunning: boolean,
  report: Report,
): Promise<Database | undefined> {
  if (config.database.kind === 'embedded' && isRunning) {
    report('database', [
      unknown(
        'The running server has the embedded database to itself.',
        'Stop it to have the database examined.',
      ),
    ]);
    return undefined;
  }
  if (config.database.kind === 'embedded' && !existsSync(join(config.dataFolder, 'database'))) {
    report('database', [unknown('There is none yet.', 'The first start makes it.')]);
    return undefined;
  }
  try {
    // Without the backups that a server makes.
    return await openConfiguredDatabase({ ...config, database: withoutBackups(config.database) });
  } catch (error) {
    report('database', [
      fault(`Cannot be opened: ${(error as Error).message}`, 'Compare DATABASE_URL, and whether it runs.'),
    ]);
    return undefined;
  }
}

const withoutBackups = (database: Config['database']): Config['database'] =>
  database.kind === 'embedded' ? { ...database, backupHours: 0 } : database;

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
