import type { Email } from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { isErrorKey } from '../../../contract/src/errors.ts';
import { MailServer } from '../../support/mail-server.ts';
import { idOf, startTestServer, type TestServer, type Who } from '../../support/test-server.ts';

/** Contact messages and their emails to support. */
const support = 'sipo@egzanp.test';
const mail = new MailServer();
let settings: Record<string, string>;
let server: TestServer;
beforeAll(async () => {
  settings = {
    SMTP_URL: await mail.start(),
    SUPPORT_EMAIL: support,
    SOCIAL_INSTAGRAM: 'https://instagram.example/lakou',
    STORE_GOOGLE: 'https://play.example/lakou',
  };
  server = await startTestServer(settings);
});
afterAll(async () => {
  await server.close();
  await mail.stop();
});
beforeEach(() => server.database.query('delete from private.rate_limits'));

let written = 0;
function contactMessage(changes: Record<string, string> = {}) {
  written += 1;
  const subject = `A question, number ${written}`;
  return { name: 'Anaïse', email: 'anaise@egzanp.test', subject, message: 'Where is my film?', ...changes };
}

function write(row: ReturnType<typeof contactMessage>, who: Who = 'visitor', at = server) {
  return at.as(who).from('contact_messages').insert(row);
}

function mailed(subject: string): Email[] {
  return mail.to(support).filter((one) => one.subject === `[Lakou] ${subject}`);
}

const waiting = { timeout: 40_000, interval: 20 };
async function arrival(subject: string): Promise<Email> {
  return vi.waitFor(() => {
    const [one] = mailed(subject);
    if (!one) throw new Error(`no email about ${subject}`);
    return one;
  }, waiting);
}

/** Waits until a later message has been emailed and none is pending. */
async function everythingMailed(): Promise<void> {
  const last = contactMessage();
  expect((await write(last, 'service')).error).toBeNull();
  await arrival(last.subject);
  await vi.waitFor(async () => {
    expect(
      await server.database.query(`select from private.jobs where kind = 'mail_contact_message'`),
    ).toEqual([]);
  }, waiting);
}

describe('a contact message', () => {
  test('is stored, and emailed to support so that a reply reaches the writer', async () => {
    const row = contactMessage({ message: 'Mwen renmen fim nan.\n\nKote m ka jwenn li?' });
    expect((await write(row)).error).toBeNull();
    const one = await arrival(row.subject);
    expect(one.from).toMatchObject({ name: 'Lakou', address: 'no-reply@lakou.test' });
    expect(one.to).toMatchObject([{ address: support }]);
    expect(one.replyTo).toMatchObject([{ name: 'Anaïse', address: 'anaise@egzanp.test' }]);
    expect(one.text).toContain('Anaïse (anaise@egzanp.test) wrote on the contact page:');
    expect(one.text).toContain('Mwen renmen fim nan.\n\nKote m ka jwenn li?');
    expect(one.html).toContain('Mwen renmen fim nan.<br><br>Kote m ka jwenn li?');
    const { data } = await server.as('admin').from('contact_messages').select().eq('subject', row.subject);
    expect(data).toMatchObject([{ ...row, user_id: null, handled_at: null }]);
    expect(one.messageId).toBe(`<contact-${data?.[0]?.id}@lakou.test>`);
  });

  test('names the member who wrote it', async () => {
    const row = contactMessage();
    expect((await write(row, 'member')).error).toBeNull();
    expect((await arrival(row.subject)).text).toContain(`${server.url}/profile/${idOf.member}`);
    const { data } = await server.as('admin').from('contact_messages').select().eq('subject', row.subject);
    expect(data).toMatchObject([{ user_id: idOf.member }]);
  });

  test('cannot inject markup', async () => {
    const row = contactMessage({ name: '<b>Ti Jo</b>', message: '<img src=x onerror=alert(1)> & "more"' });
    expect((await write(row)).error).toBeNull();
    const { html, text } = await arrival(row.subject);
    expect(html).not.toMatch(/<img|<b>/);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;more&quot;');
    expect(text).toContain(row.message);
  });

  test.each([
    ['name', 'Anaïse\r\nBcc: all@egzanp.test'],
    ['subject', 'A question\nBcc: all@egzanp.test'],
    ['email', 'anaise@egzanp.test\r\nBcc: all@egzanp.test'],
    ['email', 'anaise@egzanp.test, all@egzanp.test'],
  ])('with a second line or a second address in its %s is refused', async (field, value) => {
    const { error, status } = await write(contactMessage({ [field]: value }));
    expect([status, error?.code]).toEqual([400, '23514']);
  });

  test.each([
    { name: 'Boss <boss@egzanp.test>, Ti Jo', subject: 'To: all@egzanp.test, Cc: all@egzanp.test' },
    { name: '"Ti Jo" <x@egzanp.test>;', subject: '=?utf-8?q?Hello=0D=0ABcc:_all=40egzanp.test?=' },
    { name: 'Ti Jo \u202e :ccB', subject: 'Kesyon 🎬 Bcc: all@egzanp.test' },
    { name: 'x'.repeat(120), subject: `${'long '.repeat(39)}words` },
  ])('from $name has one recipient, one address for answers and no header of its own', async (changes) => {
    const before = mail.received.length;
    const row = contactMessage(changes);
    expect((await write(row)).error).toBeNull();
    const one = await vi.waitFor(() => {
      const found = mail.received.slice(before).find(({ text }) => text?.includes(row.name));
      if (!found) throw new Error('no email yet');
      return found;
    }, waiting);
    expect(one.headers.map(({ key }) => key).toSorted()).toEqual([
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'reply-to',
      'subject',
      'to',
    ]);
    expect(one.to?.map(({ address }) => address)).toEqual([support]);
    expect(one.replyTo?.map(({ address }) => address)).toEqual([row.email]);
  });

  test('with an invalid address is emailed all the same, without a reply-to', async () => {
    const row = contactMessage({ email: '<a,b>;c@egzanp.test' });
    expect((await write(row)).error).toBeNull();
    const one = await arrival(row.subject);
    expect(one.replyTo ?? []).toEqual([]);
    expect(one.text).toContain('<a,b>;c@egzanp.test');
  });
});

describe('no message is lost, and none is emailed twice', () => {
  test('when the mail server is away for a while', async () => {
    const [first, second] = [contactMessage(), contactMessage()];
    await mail.whileDown(async () => {
      expect((await write(first)).error).toBeNull();
      expect((await write(second)).error).toBeNull();
      await vi.waitFor(async () => {
        const [failed] = await server.database.query<{ messages: number }>(
          `select count(*)::int as messages from private.jobs
            where kind = 'mail_contact_message' and attempts > 0 and last_error is not null`,
        );
        expect(failed?.messages).toBe(2);
      }, waiting);
      const { data } = await server
        .as('admin')
        .from('contact_messages')
        .select()
        .eq('subject', first.subject);
      expect(data).toHaveLength(1);
    });
    await arrival(first.subject);
    await arrival(second.subject);
    await everythingMailed();
    expect([mailed(first.subject).length, mailed(second.subject).length]).toEqual([1, 1]);
  });

  test('when two servers are notified', async () => {
    const other = await startTestServer(settings, server.database);
    const messages = Array.from({ length: 12 }, () => contactMessage());
    await Promise.all(messages.map((row, n) => write(row, 'service', n % 2 ? other : server)));
    await Promise.all(messages.map(({ subject }) => arrival(subject)));
    await everythingMailed();
    await other.close();
    expect(messages.map(({ subject }) => mailed(subject).length)).toEqual(messages.map(() => 1));
  });

  test('when a server stops right after it was written', async () => {
    const short = await startTestServer(settings, server.database);
    const row = contactMessage();
    expect((await write(row, 'service', short)).error).toBeNull();
    await short.close();
    await arrival(row.subject);
    await everythingMailed();
    expect(mailed(row.subject)).toHaveLength(1);
  });

  test('when a server dies while it has claimed it: another takes it when the lease ends', async () => {
    const row = contactMessage();
    const claimed = await server.database.transaction(async (transaction) => {
      await transaction.query(
        `insert into contact_messages (name, email, subject, message) values ($1, $2, $3, $4)`,
        Object.values(row),
      );
      return transaction.query(
        `select kind, attempts from private.claim_job('{mail_contact_message}', interval '1 hour')`,
      );
    });
    expect(claimed).toEqual([{ kind: 'mail_contact_message', attempts: 1 }]);
    const next = contactMessage();
    await write(next);
    await arrival(next.subject);
    expect(mailed(row.subject)).toEqual([]);
    await server.database.query(
      `update private.jobs set run_after = run_after - interval '1 hour' where status = 'running'`,
    );
    await everythingMailed();
    expect(mailed(row.subject)).toHaveLength(1);
  });

  test('when an admin deletes it before it is mailed', async () => {
    const row = contactMessage();
    await server.database.transaction(async (transaction) => {
      await transaction.query(
        `insert into contact_messages (name, email, subject, message) values ($1, $2, $3, $4)`,
        Object.values(row),
      );
      await transaction.query('delete from contact_messages where subject = $1', [row.subject]);
    });
    await everythingMailed();
    expect(mailed(row.subject)).toEqual([]);
  });
});

describe('permissions on contact messages', () => {
  test('a visitor and a member can send five an hour, then get an error', async () => {
    for (const who of ['visitor', 'member'] as const) {
      const answers = [];
      // An hour can end in between, but not twice.
      for (let n = 0; n < 11; n += 1) answers.push(await write(contactMessage(), who));
      const refused = answers.find(({ error }) => error !== null);
      expect(answers.indexOf(refused!)).toBeGreaterThanOrEqual(5);
      expect(refused).toMatchObject({ status: 429, error: { hint: 'too_many_tries' } });
      expect(isErrorKey(refused?.error?.hint)).toBe(true);
    }
  });

  test('an admin reads them and marks them as handled; nobody else can', async () => {
    const row = contactMessage();
    await write(row, 'member');
    const visitor = await server.as('visitor').from('contact_messages').select();
    expect([visitor.status, visitor.error?.code]).toEqual([401, '42501']);
    expect((await server.as('member').from('contact_messages').select()).data).toEqual([]);
    const handled = { handled_at: new Date().toISOString() };
    const mark = (who: Who) =>
      server.as(who).from('contact_messages').update(handled).eq('subject', row.subject).select();
    expect((await mark('visitor')).error?.code).toBe('42501');
    expect((await mark('member')).data).toEqual([]);
    expect((await mark('admin')).data).toMatchObject([{ subject: row.subject }]);
    const { data } = await server.as('admin').from('contact_messages').select().eq('subject', row.subject);
    expect(Date.parse(data?.[0]?.handled_at ?? '')).toBe(Date.parse(handled.handled_at));
  });

  test('nobody can read or claim the job queue through the API', async () => {
    for (const who of ['visitor', 'member', 'admin'] as const) {
      const client = server.as(who);
      expect((await client.from('jobs' as 'movies').select()).status).toBe(404);
      expect((await client.rpc('claim_job' as 'is_admin')).status).toBe(404);
      expect((await client.schema('private' as 'public').rpc('claim_job' as 'is_admin')).status).toBe(406);
    }
  });
});

test('config.json has the support, social and store addresses', async () => {
  const settings = await (await fetch(`${server.url}/config.json`)).json();
  expect(settings).toMatchObject({
    supportEmail: support,
    postalAddress: expect.stringContaining('Brooklyn'),
  });
  expect(settings.social).toEqual({ instagram: 'https://instagram.example/lakou' });
  expect(settings.stores).toEqual({ google: 'https://play.example/lakou' });
});

test('in the demo, emails to support are in the outbox', async () => {
  const demo = await startTestServer();
  try {
    const row = contactMessage();
    expect((await write(row, 'visitor', demo)).error).toBeNull();
    await vi.waitFor(async () => {
      expect(await (await fetch(`${demo.url}/_mail.json`)).json()).toMatchObject([
        {
          to: 'support@lakou.test',
          subject: `[Lakou] ${row.subject}`,
          replyTo: { name: row.name, address: row.email },
        },
      ]);
    }, waiting);
  } finally {
    await demo.close();
  }
});
