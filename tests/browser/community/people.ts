import type { APIRequestContext, Locator, Page } from '@playwright/test';
import {
  test as base,
  collectConsoleErrors,
  expect,
  newEmailAddress,
  servers,
} from '../../support/browser.ts';

export { expect };

/** A new member that no other test uses, with a token for the API. */
export interface Writer {
  id: string;
  email: string;
  password: string;
  username: string;
  token: string;
  session: string;
}

export async function newWriter(request: APIRequestContext, full_name: string): Promise<Writer> {
  const account = { email: newEmailAddress('manm'), password: 'yon-modpas-ki-long' };
  const answer = await request.post('/auth/v1/signup', { data: { ...account, data: { full_name } } });
  expect(answer.ok()).toBe(true);
  const session = await answer.text();
  const { user, access_token } = JSON.parse(session) as { user: { id: string }; access_token: string };
  return {
    ...account,
    id: user.id,
    username: account.email.split('@')[0]!,
    token: access_token,
    session,
  };
}

/** Inserts a row through the API as this member; returns its id. */
export async function write(
  request: APIRequestContext,
  { id: user_id, token }: Writer,
  table: 'forum_topics' | 'forum_posts',
  row: Record<string, unknown>,
): Promise<string> {
  const answer = await request.post(`/rest/v1/${table}?select=id`, {
    headers: { authorization: `Bearer ${token}`, prefer: 'return=representation' },
    data: { user_id, ...row },
  });
  expect(answer.status(), await answer.text()).toBe(201);
  const [{ id }] = (await answer.json()) as [{ id: string }];
  return id;
}

export const toasts = (page: Page): Locator => page.locator('[data-toaster]');

export const categories = {
  general: '00000000-0000-4000-8000-000000000001',
  music: '00000000-0000-4000-8000-000000000003',
  language: '00000000-0000-4000-8000-000000000004',
  making: '00000000-0000-4000-8000-000000000005',
  diaspora: '00000000-0000-4000-8000-000000000006',
};

interface Fixtures {
  /** Opens another browser, signed in as `who` or as a visitor. Console errors fail the test here too. */
  arrive: (who?: Pick<Writer, 'session'>) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  arrive: async ({ browser }, use) => {
    const errors: string[] = [];
    const contexts = new Set<Awaited<ReturnType<typeof browser.newContext>>>();
    await use(async (who) => {
      const context = await browser.newContext({ baseURL: servers.demo() });
      contexts.add(context);
      collectConsoleErrors(context, errors);
      const page = await context.newPage();
      if (who) {
        await page.goto('/favicon.svg');
        await page.evaluate((text) => localStorage.setItem('lakou-session', text), who.session);
      }
      return page;
    });
    for (const context of contexts) await context.close();
    expect(errors, 'unexpected console errors of the other browsers').toEqual([]);
  },
});
