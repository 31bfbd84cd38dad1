import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lakou-process.ts';

/** Copied, because their files find others by their own place; the rest is linked. */
const COPIED = ['server', 'supabase'];

/**
 * The folder of a version of the program after that of `before`: its migrations are those of `before` and these, by name. What
 * reads files beside itself is copied, so that the new version has its own.
 */
export function makeNextVersion(
  parent: string,
  before: string,
  migrations: Readonly<Record<string, string>>,
): string {
  const folder = mkdtempSync(join(parent, 'version-'));
  for (const name of readdirSync(root))
    if (!name.startsWith('.') && !COPIED.includes(name)) symlinkSync(join(root, name), join(folder, name));
  cpSync(join(root, 'server'), join(folder, 'server'), { recursive: true });
  mkdirSync(join(folder, 'supabase'));
  for (const name of readdirSync(join(root, 'supabase')))
    if (name !== 'migrations') symlinkSync(join(root, 'supabase', name), join(folder, 'supabase', name));
  cpSync(join(before, 'supabase/migrations'), join(folder, 'supabase/migrations'), { recursive: true });
  for (const [name, sql] of Object.entries(migrations))
    writeFileSync(join(folder, 'supabase/migrations', `${name}.sql`), sql);
  return folder;
}
