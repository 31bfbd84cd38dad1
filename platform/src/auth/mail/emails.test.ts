import { describe, expect, test } from 'vitest';
import { emailMessages } from './email-messages.ts';
import { LANGUAGES, languageOf } from './languages.ts';
import type { EmailKind } from './messages/email-texts.ts';
import { Outbox } from './outbox.ts';
import { mailOutboxPage } from './outbox-page.ts';
import { renderEmail } from './render-email.ts';

const kinds = Object.keys(emailMessages('en')) as EmailKind[];
const link =
  'https://lakou.example/auth/v1/verify?token=abc&type=signup&redirect_to=https%3A%2F%2Flakou.example';

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(kinds)('the email "%s" has the same content as text and as HTML', (kind) => {
    const newAddress = 'nouvo@egzanp.test';
    const { subject, text, html } = renderEmail(kind, language, { link, code: '042042', newAddress });
    const { heading, body, ending } = emailMessages(language)[kind];
    expect(subject).not.toBe('');
    for (const expected of [heading, body.replace('{address}', newAddress), ending, '042042', link]) {
      expect(text).toContain(expected);
      const escaped = expected.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
      expect(html).toContain(escaped);
    }
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).not.toMatch(/<img|<script|<link|src=|url\(/);
    expect(text + html).not.toMatch(/\{\w+\}|undefined|!(?!doctype)/);
  });

  test('no email repeats a message of another language', () => {
    for (const kind of kinds) {
      for (const other of LANGUAGES.filter((name) => name !== language)) {
        expect(emailMessages(language)[kind].body).not.toBe(emailMessages(other)[kind].body);
        expect(emailMessages(language)[kind].subject).not.toBe(emailMessages(other)[kind].subject);
      }
    }
  });
});

test('escapes markup in addresses', () => {
  const { html } = renderEmail('email_change_new', 'en', { newAddress: '<b onclick="x">a@b.ht' });
  expect(html).not.toContain('<b ');
  expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;a@b.ht');
});

test.each([
  [{ language: 'ht' }, 'fr', 'ht'],
  [{ locale: 'fr-HT' }, 'en', 'fr'],
  [{ language: 7 }, 'fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
  [null, 'de, en;q=0.2, ht;q=0.7', 'ht'],
  [null, 'es-DO,es;q=0.9,fr;q=0.4', 'es'],
  [{}, 'de', 'en'],
  [undefined, undefined, 'en'],
])('chooses the language of a user with %j and %s: %s', (metadata, header, language) => {
  expect(languageOf(metadata as Record<string, unknown>, header)).toBe(language);
});

describe('the outbox', () => {
  const message = {
    to: 'a@egzanp.test',
    subject: 'A <b>',
    text: `See ${link}\n`,
    html: '<head></head><b>"hi"</b>',
  };

  test('shows its emails, newest first, in a page that runs no scripts', async () => {
    const outbox = new Outbox();
    const page = mailOutboxPage(outbox);
    expect(await (await page.request('/_mail')).text()).toContain('No emails yet');
    await outbox.send(message);
    await outbox.send({ ...message, subject: 'Second' });
    const list = await page.request('/_mail');
    expect(list.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    const html = await list.text();
    expect(html.indexOf('Second')).toBeLessThan(html.indexOf('A &lt;b&gt;'));
    const [, first] = (await (await page.request('/_mail.json')).json()) as { id: string; text: string }[];
    const email = await (await page.request(`/_mail/${first?.id}`)).text();
    expect(email).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(email).toContain('&lt;b&gt;&quot;hi&quot;&lt;/b&gt;');
    expect(email).toContain(`<a href="${link.replaceAll('&', '&amp;')}">`);
    expect(email).not.toContain('<b>"hi"');
    expect((await page.request('/_mail/nothing')).status).toBe(404);
  });

  test('stores the newest two hundred', async () => {
    const outbox = new Outbox();
    for (let n = 0; n < 205; n += 1) await outbox.send({ ...message, subject: String(n) });
    expect(outbox.list()).toHaveLength(200);
    expect(outbox.list()[0]?.subject).toBe('204');
  });
});
