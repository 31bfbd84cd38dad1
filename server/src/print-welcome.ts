import type { Config } from './config.ts';
import { DEMO_PASSWORD, demoAccounts } from './identity/demo-accounts.ts';

const firstSteps = [
  ['/', 'browse; what is free plays at once, without an account'],
  ['/subscribe', 'as the member: pay with play money, then watch everything'],
  ['/forum', 'in two windows: what is written in one appears in the other'],
  ['/admin', 'as the admin: upload a film and see it become a stream'],
  ['/_mail', 'the emails that were sent'],
] as const;

/** On the terminal, once the server is ready. */
export function printWelcome(config: Config, url: string): void {
  const place = config.database.kind === 'postgres' ? 'PostgreSQL' : 'the embedded database';
  console.log(`\nLakou is ready on ${place}:\n\n  ${url}\n`);
  if (!config.demo) return;
  console.log(`Demo accounts, password ${DEMO_PASSWORD}:\n`);
  for (const { email, about } of demoAccounts) console.log(`  ${email.padEnd(24)}${about}`);
  console.log('\nWhat to try first:\n');
  for (const [path, what] of firstSteps) console.log(`  ${(url + path).padEnd(url.length + 13)}${what}`);
  console.log('\nKeys for programs: npm run keys. Stop with Ctrl-C.\n');
}

/** Printed and not logged: the log's consumers see no secrets. */
export function printAdminCode(url: string, code: string): void {
  console.log(
    `To become the first admin, sign in, open ${url}/admin/setup and enter this code:\n\n  ${code}\n`,
  );
  console.log('It is valid once, until the next start. A code printed earlier no longer works.\n');
}
