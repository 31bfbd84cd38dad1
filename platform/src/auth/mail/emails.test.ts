import { describe, expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { Outbox } from './outbox.ts';
import { mailOutboxPage } from './outbox-page.ts';
import { renderEmail } from './render-email.ts';
import { type EmailKind, letters } from './sentences.ts';

const languages = ['en', 'fr', 'ht'] as const;
const kinds = Object.keys(letters.en) as EmailKind[];
const link =
  'https://lakou.example/auth/v1/verify?token=abc&type=signup&redirect_to=https%3A%2F%2Flakou.example';

describe.each(languages)('in %s', (language) => {
  test.each(kinds)('the letter "%s" says everything twice, as text and as HTML', (kind) => {
    const newAddress = 'nouvo@egzanp.test';
    const { subject, text, html } = renderEmail(kind, language, { link, code: '042042', newAddress });
    const { heading, body, ending } = letters[language][kind];
    expect(subject).not.toBe('');
    for (const sentence of [heading, body.replace('{address}', newAddress), ending, '042042', link]) {
      expect(text).toContain(sentence);
      const escaped = sentence.replaceAll('&', '&amp;').replaceAll("'", '&#39;');
      expect(html).toContain(escaped);
    }
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).not.toMatch(/<img|<script|<link|src=|url\(/);
    expect(text + html).not.toMatch(/\{\w+\}|undefined|!(?!doctype)/);
  });

  test('no letter repeats the words of another language', () => {
    for (const kind of kinds) {
      for (const other of languages.filter((name) => name !== language)) {
        expect(letters[language][kind].body).not.toBe(letters[other][kind].body);
        expect(letters[language][kind].subject).not.toBe(letters[other][kind].subject);
      }
    }
  });
});

test('an address cannot bring its own markup into a letter', () => {
  const { html } = renderEmail('email_change_new', 'en', { newAddress: '<b onclick="x">a@b.ht' });
  expect(html).not.toContain('<b ');
  expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;a@b.ht');
});

test.each([
  [{ language: 'ht' }, 'fr', 'ht'],
  [{ locale: 'fr-HT' }, 'en', 'fr'],
  [{ language: 7 }, 'fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
  [null, 'de, en;q=0.2, ht;q=0.7', 'ht'],
  [{}, 'de', 'en'],
  [undefined, undefined, 'en'],
])('somebody with %j and %s is written to in %s', (metadata, header, language) => {
  expect(languageOf(metadata as Record<string, unknown>, header)).toBe(language);
});

describe('the outbox', () => {
  const message = {
    to: 'a@egzanp.test',
    subject: 'A <b>',
    text: `See ${link}\n`,
    html: '<head></head><b>"hi"</b>',
  };

  test('shows its letters, newest first, in a page that runs nothing', async () => {
    const outbox = new Outbox();
    const page = mailOutboxPage(outbox);
    expect(await (await page.request('/_mail')).text()).toContain('No letters yet');
    await outbox.send(message);
    await outbox.send({ ...message, subject: 'Second' });
    const list = await page.request('/_mail');
    expect(list.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    const html = await list.text();
    expect(html.indexOf('Second')).toBeLessThan(html.indexOf('A &lt;b&gt;'));
    const [, first] = (await (await page.request('/_mail.json')).json()) as { id: string; text: string }[];
    const letter = await (await page.request(`/_mail/${first?.id}`)).text();
    expect(letter).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(letter).toContain('&lt;b&gt;&quot;hi&quot;&lt;/b&gt;');
    expect(letter).toContain(`<a href="${link.replaceAll('&', '&amp;')}">`);
    expect(letter).not.toContain('<b>"hi"');
    expect((await page.request('/_mail/nothing')).status).toBe(404);
  });

  test('keeps the newest two hundred', async () => {
    const outbox = new Outbox();
    for (let n = 0; n < 205; n += 1) await outbox.send({ ...message, subject: String(n) });
    expect(outbox.list()).toHaveLength(200);
    expect(outbox.list()[0]?.subject).toBe('204');
  });
});
