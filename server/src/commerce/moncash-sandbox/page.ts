import { escapeHtml } from '@lakou/platform/mail';
import { styles } from '../sandbox/page.ts';
import type { MoncashPage } from './moncash-world.ts';

export type Problem = 'number' | 'pin' | 'code';

const problems: Record<Problem, string> = {
  number: 'Nimewo a pa bon · This number is not a Haitian number',
  pin: 'PIN nan dwe gen 4 chif · The PIN has four digits',
  code: 'Kòd la pa bon · This code is wrong',
};

/** The hosted page: number and PIN, then the code that the phone received. */
export function moncashPage(page: MoncashPage, isOpen: boolean, problem?: Problem): string {
  const body = isOpen
    ? form(page, problem)
    : `<p>${page.transaction ? 'Peman sa a fèt · This payment is done' : 'Paj sa a ekspire · This page has expired'}</p>`;
  return `<!doctype html>
<html lang="ht">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>MonCash · Sandbox</title>
<style>${styles}</style>
</head>
<body><main>
<p class="play">MonCash sandbox: no real money</p>
<p class="quiet">Lakou</p>
<h1>MonCash</h1>
<p class="price">${page.amount} G</p>
${body}
</main></body>
</html>
`;
}

function form(page: MoncashPage, problem: Problem | undefined): string {
  const fields = page.code
    ? `<p>Nou voye yon kòd bay ${escapeHtml(page.payer ?? '')} · We sent a code: <strong>${page.code}</strong></p>
${field('code', 'Kòd · Code', 'text')}<button class="main">Konfime · Confirm</button>`
    : `${field('number', 'Nimewo MonCash · MonCash number', 'tel')}${field('pin', 'PIN', 'password')}
<button class="main">Kontinye · Continue</button>`;
  return `${problem ? `<p role="alert">${problems[problem]}</p>` : ''}
<form method="post">${fields}</form>
<form method="post"><button name="action" value="cancel">Anile · Cancel</button></form>`;
}

const field = (name: string, label: string, type: string): string =>
  `<label>${label}<input name="${name}" type="${type}" inputmode="numeric" autocomplete="off"></label>`;
