import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthTestServer, startAuthServer } from '../../support/auth-server.ts';

/**
 * Where addresses are confirmed, nobody can find out who has an account: the same requests get the same responses for the
 * address of a member, of somebody who has not confirmed yet, and of nobody. All routes are tried, as the service has
 * them.
 */
let server: AuthTestServer;
beforeAll(async () => {
  server = await startAuthServer({ phone: true });
  // Hundreds of passwords: not hashed here, only counted.
  server.passwords.hash = async (password) => `plain ${password}`;
  server.passwords.verify = async (password, stored) => {
    server.passwords.compared.push(stored);
    return stored === `plain ${password}`;
  };
});
afterAll(() => server?.[Symbol.asyncDispose]());

const PASSWORD = 'yon bèl modpas';
const GUESS = 'modpas lòt moun';
const STATES = ['member', 'unconfirmed', 'nobody'] as const;
type State = (typeof STATES)[number];
interface Person {
  email: string;
  phone: string;
}

let number = 0;
/** All names have the same length. */
async function newPerson(state: State): Promise<Person> {
  number += 1;
  const email = `moun${String(number).padStart(4, '0')}@egzanp.test`;
  const phone = `5093${String(number).padStart(7, '0')}`;
  const headers = { authorization: `Bearer ${server.keys.serviceKey}` };
  const { pauseBetweenMessages } = server.settings.limits;
  server.settings.limits.pauseBetweenMessages = 0;
  for (const name of [{ email }, { phone }]) {
    if (state === 'unconfirmed') await server.request('/signup', { json: { ...name, password: PASSWORD } });
    if (state === 'member') {
      const json = { ...name, password: PASSWORD, email_confirm: true, phone_confirm: true };
      expect((await server.request('/admin/users', { json, headers })).status).toBe(200);
    }
  }
  server.settings.limits.pauseBetweenMessages = pauseBetweenMessages;
  return { email, phone };
}

interface Step {
  method: string;
  path: string;
  body?: object | undefined;
}

/** Everything in the responses but what differs by chance; ids and times are numbered in the order they appear. */
async function transcript(person: Person, steps: readonly Step[]): Promise<string[]> {
  const seen: string[] = [];
  const numbered = (name: string) => (text: string) => {
    if (!seen.includes(text)) seen.push(text);
    return `<${name} ${seen.indexOf(text)}>`;
  };
  const lines: string[] = [];
  for (const { method, path, body } of steps) {
    const fill = (text: string) =>
      text.replaceAll('{email}', person.email).replaceAll('{phone}', person.phone);
    const response = await server.request(fill(path), {
      method,
      ...(body ? { json: JSON.parse(fill(JSON.stringify(body))) } : {}),
    });
    const headers = [...response.headers].filter(([name]) => !['date', 'keep-alive'].includes(name));
    const text = JSON.stringify([response.status, headers, await response.text()])
      .replaceAll(person.email, '<email>')
      .replaceAll(person.phone, '<phone>')
      .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, numbered('id'))
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => `<time with ${time.length} characters>`)
      .replace(/[\w-]{43}/g, '<secret>')
      .replace(/(expires_at\\":)\d+/g, '$1<time>')
      .replace(/("retry-after",")\d+/g, '$1<seconds>')
      .replace(/after \d+ seconds/g, 'after <seconds>');
    lines.push(`${method} ${path} ${JSON.stringify(body)}: ${text}`);
  }
  return lines;
}

async function expectSameForAll(steps: readonly Step[]): Promise<void> {
  const people: Person[] = [];
  for (const state of STATES) people.push(await newPerson(state));
  await server.database.query('delete from platform.rate_limits');
  const [member, ...others] = await Promise.all(people.map((person) => transcript(person, steps)));
  for (const other of others) expect(other).toEqual(member);
}

const post = (path: string, body: object): Step => ({ method: 'POST', path, body });
const TYPES = ['signup', 'email', 'invite', 'magiclink', 'recovery', 'email_change', 'sms', 'phone_change'];

const RESENT = ['signup', 'email_change', 'sms', 'phone_change'];

/** Every way to name a person in a request. */
const bodies: object[] = ['email', 'phone'].flatMap((name) => {
  const who = { [name]: `{${name}}` };
  return [
    who,
    { ...who, password: GUESS, data: { full_name: 'X' } },
    { ...who, create_user: false },
    { ...who, code_challenge: 'a'.repeat(43), code_challenge_method: 's256', password: GUESS },
    ...TYPES.map((type) => ({ ...who, type, token: '123456' })),
    ...RESENT.map((type) => ({ ...who, type })),
  ];
});

describe.each([
  ['without a pause between messages', 0],
  ['with a pause between messages', 60],
])('%s', (_name, pause) => {
  beforeAll(() => {
    server.settings.limits = {
      ...server.settings.limits,
      pauseBetweenMessages: pause,
      mails: null,
      messagesPerRecipient: { hits: 8, seconds: 86_400 },
    };
  });

  test('every route answers alike for a member, an unconfirmed person and nobody', async () => {
    expect(server.routes.length).toBeGreaterThan(40);
    const open: Step[][] = [];
    for (const { method, path } of server.routes) {
      const methods = method === 'ALL' ? ['GET', 'POST'] : [method];
      for (const name of methods) {
        const grants = path === '/token' ? ['password', 'refresh_token', 'pkce', 'id_token'] : [''];
        for (const grant of grants) {
          const address = grant ? `${path}?grant_type=${grant}` : path;
          const { status } = await server.request(address, name === 'GET' ? {} : { method: name, json: {} });
          // What asks for a token knows nobody without one.
          if (status === 401) continue;
          open.push(
            name === 'GET'
              ? ['email', 'phone'].map((who) => ({ method: name, path: `${address}?${who}={${who}}` }))
              : bodies.map((body) => ({ method: name, path: address, body })),
          );
        }
      }
    }
    expect(open.length).toBeGreaterThan(8);
    for (const steps of open) await expectSameForAll(steps);
  }, 180_000);

  test('a stranger who signs up with an address, twice, and then signs in learns nothing', async () => {
    for (const who of [{ email: '{email}' }, { phone: '{phone}' }]) {
      const signUp = post('/signup', { ...who, password: GUESS });
      const signIn = post('/token?grant_type=password', { ...who, password: GUESS });
      const wrong = post('/token?grant_type=password', { ...who, password: 'wrong' });
      await expectSameForAll([wrong, signUp, signIn, wrong, signUp, signIn, post('/otp', who), signIn]);
    }
  });
});

test('while sign-ups are closed, a sign-in by email answers alike too', async () => {
  server.settings.signUpOpen = false;
  const who = { email: '{email}' };
  const people = await Promise.all(['member', 'nobody'].map((state) => newPerson(state as State)));
  const steps = [post('/otp', who), post('/magiclink', who), post('/signup', { ...who, password: GUESS })];
  const [member, nobody] = await Promise.all(people.map((person) => transcript(person, steps)));
  server.settings.signUpOpen = true;
  expect(nobody).toEqual(member);
});

test('a refused sign-in compares as many passwords for everybody', async () => {
  for (const state of STATES) {
    const { email } = await newPerson(state);
    server.passwords.compared = [];
    await server.request('/token?grant_type=password', { json: { email, password: GUESS } });
    expect(server.passwords.compared).toHaveLength(2);
  }
});

test('where addresses are not confirmed, a taken one is refused as such', async () => {
  const { email } = await newPerson('member');
  server.settings.confirmEmail = false;
  const response = await server.request('/signup', { json: { email, password: GUESS } });
  server.settings.confirmEmail = true;
  expect(await response.json()).toMatchObject({ error_code: 'user_already_exists' });
});
