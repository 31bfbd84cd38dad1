import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { StartRefused } from '@lakou/platform/database';
import { findProgram } from '../../server/src/backup/postgres-programs.ts';
import type { Finding } from '../doctor/finding.ts';
import { checkRestored } from './check-restored.ts';
import { recover } from './recover.ts';

/**
 * `npm run restore-drill -- --base <folder> --wal <folder> [--until <time>] [--database lakou] [--user lakou]`: brings the database
 * back to a moment, beside the one that runs, examines it, and says how long it took. Docs: docs/operation/restore.md.
 */
const MARKS = { well: '✓', warning: '!', fault: '✗', unknown: '?' };

function readArguments() {
  const { values } = parseArgs({
    options: {
      base: { type: 'string' },
      wal: { type: 'string' },
      until: { type: 'string' },
      database: { type: 'string', default: 'lakou' },
      user: { type: 'string', default: 'postgres' },
      folder: { type: 'string', default: tmpdir() },
      minutes: { type: 'string', default: '120' },
    },
  });
  const { base, wal, until } = values;
  if (!base || !wal)
    throw new StartRefused(
      'Name the base backup and the WAL: npm run restore-drill -- --base <folder> --wal <folder>',
    );
  const moment = until === undefined ? undefined : new Date(until);
  if (moment && Number.isNaN(moment.getTime()))
    throw new StartRefused('--until is a time such as 2026-11-15T20:00:00Z.');
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new StartRefused('--minutes is a number above 0.');
  return { ...values, base: resolve(base), wal: resolve(wal), until: moment, minutes };
}

async function drill(): Promise<boolean> {
  const { database, folder: parent, ...options } = readArguments();
  const folder = mkdtempSync(join(parent, 'lakou-restore-drill-'));
  try {
    const restored = await recover({ ...options, folder, program: findProgram('postgres') });
    try {
      console.log(`# Restore drill, ${new Date().toISOString()}\n`);
      console.log(
        `Base backup ${options.base}, WAL ${options.wal}, up to ${options.until?.toISOString() ?? 'its end'}.`,
      );
      console.log(
        `Copied in ${restored.copySeconds.toFixed(1)} s, recovered in ${restored.recoverySeconds.toFixed(1)} s.\n`,
      );
      const found = await checkRestored(restored.url(database));
      for (const { state, text, advice } of found)
        console.log(`- ${MARKS[state]} ${text}${advice ? ` → ${advice}` : ''}`);
      return report(found);
    } finally {
      await restored.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(found: readonly Finding[]): boolean {
  const faults = found.filter(({ state }) => state === 'fault').length;
  console.log(faults === 0 ? '\nThe backup can be used.' : `\n${faults} faults: do not rely on this backup.`);
  return faults === 0;
}

drill().then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof StartRefused ? error.message : error);
    process.exit(1);
  },
);
