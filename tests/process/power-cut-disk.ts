/**
 * Loaded before a process (`NODE_OPTIONS=--import`): notes what of the folder `POWER_CUT_FOLDER` is on the disk, which is what
 * `fsync` was called for. `losePower` afterwards leaves only that.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { entryOf, keepCopy, noteSynced } from './lose-power.ts';

const { POWER_CUT_FOLDER: folder, POWER_CUT_NOTES: notes } = process.env;
if (folder === undefined || notes === undefined)
  throw new Error('POWER_CUT_FOLDER and POWER_CUT_NOTES are missing');

function note(descriptor: number): void {
  const path = fs.readlinkSync(`/proc/self/fd/${descriptor}`);
  if (path !== folder && !path.startsWith(`${folder}/`)) return;
  // File systems write a new entry together with what it names, and those above.
  const steps = relative(folder!, path).split('/').filter(Boolean);
  const way = steps.map((_, index) => entryOf(join(folder!, ...steps.slice(0, index + 1))));
  noteSynced(
    notes!,
    fs.fstatSync(descriptor).isDirectory()
      ? { way, entries: fs.readdirSync(path).map((name) => entryOf(join(path, name))) }
      : { way, copy: keepCopy(path, notes!) },
  );
}

// Only noted: the process is killed, not the machine.
fs.fsyncSync = note;
fs.fdatasyncSync = note;
syncBuiltinESMExports();
