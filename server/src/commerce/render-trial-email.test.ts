import { expect, test } from 'vitest';
import { renderTrialEmail } from './render-trial-email.ts';

test.each([
  ['ht', 'Esè gratis ou a prèt pou fini'],
  ['fr', 'Votre essai gratuit se termine bientôt'],
  ['en', 'Your free trial ends soon'],
  ['es', 'Tu prueba gratis termina pronto'],
])(
  'a member who reads %s learns when the trial ends, what is charged and where to cancel',
  (language, subject) => {
    const trial = { trial_ends_at: '2026-11-20T15:30:00Z', plan: 'yearly', amount_minor: 4389 };
    const email = renderTrialEmail(trial, { language }, 'https://lakou.example');
    expect(email.subject).toBe(subject);
    for (const body of [email.text, email.html])
      for (const words of ['20/11/2026 10:30', '$43.89', 'https://lakou.example/purchases'])
        expect(body).toContain(words);
  },
);
