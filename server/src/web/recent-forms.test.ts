import { expect, test } from 'vitest';
import { keepPage } from './encoded-page.ts';
import { PageBody } from './page-body.ts';
import { RecentForms } from './recent-forms.ts';

const form = (length: number) => keepPage({ bytes: new Uint8Array(length), places: [] });
const newBody = () => new PageBody({ html: { bytes: new Uint8Array(1), places: [] } });

test('forms of pages are bounded: the page that was used least recently loses its own', () => {
  const recent = new RecentForms(100);
  const [a, b, c] = [newBody(), newBody(), newBody()];
  recent.keep(a, 'gzip', form(20));
  recent.keep(a, undefined, form(30));
  recent.keep(b, undefined, form(40));
  expect(recent.find(a, 'gzip')).toBeDefined();
  recent.keep(c, undefined, form(50));
  expect(recent.find(b, undefined)).toBeUndefined();
  expect(recent.find(a, undefined)).toBeDefined();
  recent.keep(c, undefined, form(60));
  expect(recent.find(a, 'gzip')).toBeUndefined();
  expect(recent.find(c, undefined)?.length).toBe(60);
});

test('a form that is larger than everything is not kept', () => {
  const recent = new RecentForms(100);
  const body = newBody();
  recent.keep(body, undefined, form(101));
  expect(recent.find(body, undefined)).toBeUndefined();
});
