import type { Browser, BrowserContext } from '@playwright/test';
import { newPhone } from '../slow-phone.ts';

/** In the demo. */
const MEMBER = { email: 'member@lakou.test', password: 'lakou-demo' };

/** The session of a member, as a browser stores it. */
export async function signIn(serverUrl: string): Promise<string> {
  const answer = await fetch(`${serverUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(MEMBER),
  });
  if (!answer.ok) throw new Error(`the sign-in was answered ${answer.status}`);
  return answer.text();
}

/** The phone of somebody who is signed in at this address and has nothing of the site cached. */
export function memberPhone(browser: Browser, session: string, url: string): Promise<BrowserContext> {
  const { origin, hostname: domain } = new URL(url);
  const hint = {
    name: 'lakou-hint',
    value: 'in',
    domain,
    path: '/',
    expires: -1,
    httpOnly: false,
    secure: false,
  };
  return newPhone(browser, {
    cookies: [{ ...hint, sameSite: 'Lax' }],
    origins: [{ origin, localStorage: [{ name: 'lakou-session', value: session }] }],
  });
}
