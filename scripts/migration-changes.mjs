import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The migrations of a folder that have a statement, each with the hash of its text. */
export function readMigrations(folder) {
  const found = new Map();
  for (const name of readdirSync(folder)) {
    if (!name.endsWith('.sql')) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    if (text.replace(/--[^\n]*/g, '').trim() === '') continue;
    found.set(name, createHash('sha256').update(text).digest('hex'));
  }
  return found;
}

/**
 * What changed migrations mean for a server that has run those of `ran`. A new one runs at a restart; one that has run
 * never runs again, so a restart would hide that its change has no effect.
 */
export function describeMigrationChanges(ran, now) {
  const added = [...now.keys()].filter((name) => !ran.has(name));
  const changed = [...ran.keys()].filter((name) => now.has(name) && now.get(name) !== ran.get(name));
  const removed = [...ran.keys()].filter((name) => !now.has(name));
  const remedy =
    'npm run db:reset recreates the demo world, or put the change into a new migration (npm run db:migration -- name).';
  return {
    hasNew: added.length > 0,
    messages: [
      ...added.map((name) => `Migration ${name} is new: it runs at the next restart, which happens now.`),
      ...changed.map((name) => `Migration ${name} has already run and was changed: ${remedy}`),
      ...removed.map((name) => `Migration ${name} has already run and was removed: ${remedy}`),
    ],
  };
}
