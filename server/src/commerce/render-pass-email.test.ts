import { expect, test } from 'vitest';
import { renderPassEmail } from './render-pass-email.ts';

test.each([
  ['ht', 'Pas ou a prèt pou fini'],
  ['fr', 'Votre pass se termine bientôt'],
  ['en', 'Your pass ends soon'],
  ['es', 'Tu pase termina pronto'],
])('a member who reads %s learns when the pass ends and where to extend it', (language, subject) => {
  const ends = new Date('2026-11-20T15:30:00Z');
  const email = renderPassEmail(ends, { language }, 'https://lakou.example');
  expect(email.subject).toBe(subject);
  for (const body of [email.text, email.html]) {
    expect(body).toContain('20/11/2026 10:30');
    expect(body).toContain('https://lakou.example/subscribe');
  }
});
