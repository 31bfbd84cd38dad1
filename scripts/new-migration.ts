import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const AREAS = [
  ...['foundation', 'identity', 'catalogue', 'playback', 'community', 'commerce', 'media', 'admin'],
  ...['storage', 'realtime'],
];

/** Creates an empty migration that runs after all others and returns its file name. Throws why a name is refused. */
export function createMigration(folder: string, name: string, now = new Date()): string {
  const [area = ''] = name.split('_');
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name) || name.length > 60) {
    throw new Error(
      `"${name}" is not a name for a migration: use lower case words joined by _, such as catalogue_trailers.`,
    );
  }
  if (!AREAS.includes(area)) {
    throw new Error(`"${name}" does not begin with the feature it changes: ${AREAS.join(', ')}.`);
  }
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  const taken = files.find((file) => file.endsWith(`_${name}.sql`));
  if (taken)
    throw new Error(`${taken} already has this name: say what the new one changes, such as ${name}_index.`);
  const stamp = Number(now.toISOString().replaceAll(/\D/g, '').slice(0, 14));
  const newest = Math.max(0, ...files.map((file) => Number.parseInt(file, 10)));
  const file = `${Math.max(stamp, newest + 1)}_${name}.sql`;
  writeFileSync(join(folder, file), header(area));
  return file;
}

const header = (area: string) => `-- ${area.charAt(0).toUpperCase()}${area.slice(1)}: what changes, and why.
--
-- Runs once, in a transaction of its own. Per table, in this order: table, comment, indexes, row level security, grants,
-- policies, triggers. A table with personal data adds its row to private.personal_data.
`;

/** `npm run db:migration -- <name>` */
if (process.argv[1] === import.meta.filename) {
  try {
    const file = createMigration(join(import.meta.dirname, '../supabase/migrations'), process.argv[2] ?? '');
    console.log(`Created supabase/migrations/${file}.`);
    console.log('Write it, then run: npm run types && npm run db:schema');
    console.log('The server runs it at its next start; npm run db:reset starts over with the demo world.');
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
