import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { StartRefused } from '@lakou/platform/database';
import { loadSigningKeys, rotateKeys } from '@lakou/platform/keys';
import { type Config, readConfig } from '../config.ts';
import { demoAccounts } from './demo-accounts.ts';

/**
 * `npm run keys`: the service key, and in the demo an hour's token for each demo account.
 * `npm run keys -- --role authenticated --sub <user id>`: a token for anybody. `--json` for programs.
 * `npm run keys -- --rotate`: from the next start on, a new key signs; the old ones stay good for what they signed.
 * `--algorithm RS256` makes it an RSA key, for readers of tokens that know no other; the default is ES256.
 */
async function printKeys(): Promise<void> {
  const { values: options } = parseArgs({
    options: {
      role: { type: 'string' },
      sub: { type: 'string' },
      email: { type: 'string' },
      hours: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
      rotate: { type: 'boolean', default: false },
      algorithm: { type: 'string', default: 'ES256' },
    },
  });
  const hours = Number(options.hours);
  if (!(hours > 0)) throw new StartRefused(`--hours must be a number above 0, not "${options.hours}".`);
  const config = readConfig(process.env);
  if (!config.jwtKeys && !existsSync(join(config.dataFolder, 'keys.json'))) {
    throw new StartRefused(
      `There are no keys in ${config.dataFolder} yet; the first npm start creates them.`,
    );
  }
  if (options.rotate) {
    if (config.jwtKeys) throw new StartRefused('The keys come from JWT_KEYS, so they are rotated there.');
    const algorithm = (['ES256', 'RS256'] as const).find((name) => name === options.algorithm);
    if (!algorithm) throw new StartRefused(`--algorithm must be ES256 or RS256, not "${options.algorithm}".`);
    const kid = await rotateKeys(config.dataFolder, algorithm);
    return console.log(`The key ${kid} signs from the next start on; the older ones still verify.`);
  }
  const keys = await loadSigningKeys({ folder: config.dataFolder, given: config.jwtKeys });
  const issue = (claims: Record<string, unknown>) =>
    keys.sign({ iss: `${address(config)}/auth/v1`, aud: 'authenticated', ...claims }, `${hours}h`);

  const printed: Record<string, string> = {};
  if (options.role) {
    printed[options.role] = await issue({
      role: options.role,
      ...(options.sub ? { sub: options.sub } : {}),
      ...(options.email ? { email: options.email } : {}),
    });
  } else {
    printed.anon = keys.anonKey;
    printed.service_role = keys.serviceKey;
    for (const { id, email } of config.demo ? demoAccounts : []) {
      printed[email] = await issue({
        role: 'authenticated',
        sub: id,
        email,
        aal: 'aal1',
        is_anonymous: false,
      });
    }
  }
  if (options.json) return console.log(JSON.stringify(printed, null, 2));
  for (const [name, token] of Object.entries(printed)) console.log(`${name.padEnd(22)} ${token}`);
}

function address(config: Config): string {
  return config.publicUrl ?? `http://${config.host}:${config.port}`;
}

try {
  await printKeys();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
