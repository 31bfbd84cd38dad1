import type { Config } from './config.ts';
import { DEMO_PASSWORD, demoAccounts } from './identity/demo-accounts.ts';

const firstSteps = [
  ['/', 'browse; what is free plays at once, without an account'],
  ['/subscribe', 'as the member: pay with play money, then watch everything'],
  ['/forum', 'in two windows: what is written in one appears in the other'],
  ['/admin', 'as the admin: upload a film and see it become a stream'],
  ['/_mail', 'the emails that were sent'],
] as const;

/**
 * On the terminal, once the server is ready. One write, so that who waits for the address has read all of it. Printed
 * and not logged: the log's consumers see no secrets.
 */
export function printWelcome(
  config: Config,
  { url, adminCode, isQuiet }: { url: string; adminCode: string | undefined; isQuiet: boolean },
): void {
  const parts = [
    ...(isQuiet ? [] : [ready(config, url), ...(config.demo ? [demo(url)] : [])]),
    ...(adminCode ? [becomeAdmin(url, adminCode)] : []),
  ];
  if (parts.length) console.log(parts.join('\n'));
}

function ready({ database }: Config, url: string): string {
  const place = database.kind === 'postgres' ? 'PostgreSQL' : 'the embedded database';
  return `\nLakou is ready on ${place}:\n\n  ${url}\n`;
}

function demo(url: string): string {
  const accounts = demoAccounts.map(({ email, about }) => `  ${email.padEnd(24)}${about}`);
  const steps = firstSteps.map(([path, what]) => `  ${(url + path).padEnd(url.length + 13)}${what}`);
  return [
    `Demo accounts, password ${DEMO_PASSWORD}:\n`,
    ...accounts,
    '\nWhat to try first:\n',
    ...steps,
    '\nKeys for programs: npm run keys. Stop with Ctrl-C.\n',
  ].join('\n');
}

function becomeAdmin(url: string, code: string): string {
  return [
    `To become the first admin, sign in, open ${url}/admin/setup and enter this code:\n\n  ${code}\n`,
    'It is valid once, until the next start. A code printed earlier no longer works.\n',
  ].join('\n');
}
