import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestServer } from '../test-server.ts';

/** Finds what no response can contain: paths of the machine, SQL, secrets, stack traces. */
export function findLeak(server: TestServer): (text: string) => string | undefined {
  const { keys } = JSON.parse(readFileSync(join(server.dataFolder, 'keys.json'), 'utf8')) as Kept;
  const secrets = [...JSON.stringify(keys).matchAll(/"d":"([^"]+)"/g)].map(([, secret]) => secret ?? '');
  if (secrets.length === 0) throw new Error('there is no private key to look for');
  const places = [join(import.meta.dirname, '../../..'), server.dataFolder, 'node_modules', 'file:///w'];
  return (text) =>
    [...secrets, ...places].find((secret) => text.includes(secret)) ??
    /\n\s+at [^\n]+:\d+:\d+|\$argon2|\$2[aby]\$|json_agg\(|jsonb_to_record|set_config\(|rest-guard/.exec(
      text,
    )?.[0];
}

interface Kept {
  keys: unknown;
}
