import { readFileSync } from 'node:fs';
import { StartRefused } from '@lakou/platform/database';
import { parse } from 'smol-toml';

/** The functions that supabase/config.toml opens to callers without a token: `verify_jwt = false`. */
export function openFunctions(file: string): Set<string> {
  let config: { functions?: Record<string, { verify_jwt?: boolean }> };
  try {
    config = parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new StartRefused(`${file} cannot be read: ${(error as Error).message.split('\n')[0]}.`);
  }
  const named = Object.entries(config.functions ?? {});
  return new Set(named.filter(([, settings]) => settings.verify_jwt === false).map(([name]) => name));
}
