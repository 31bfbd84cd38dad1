import { LANGUAGES, type Language } from '@lakou/contract/languages';
import { html, raw } from 'hono/html';
import type { Outage, Status } from './status.ts';
import { STATUS_STYLES } from './status-styles.ts';
import { statusTexts } from './status-texts.ts';

const LANGUAGE_NAMES: Record<Language, string> = {
  ht: 'Kreyòl',
  fr: 'Français',
  en: 'English',
  es: 'Español',
};
const MINUTE = 60_000;

export interface Reader {
  language: Language;
  theme: 'dark' | 'light' | 'system';
}

/** The whole document. It needs nothing that could fail too: no script, no stylesheet, no picture. */
export function renderStatus(status: Status, { language, theme }: Reader) {
  const t = statusTexts[language];
  const has = (state: string) => status.parts.some((part) => part.state === state);
  const summary = has('fails') ? 'fails' : has('unknown') ? 'unknown' : 'works';
  const sentence = { fails: t.someFails, unknown: t.notKnown, works: t.allWorks }[summary];
  return html`<!doctype html>
<html lang="${language}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${t.title} · Lakou</title>
<style>${raw(STATUS_STYLES)}</style>
</head>
<body>
<header><a href="/">Lakou</a></header>
<main>
<h1>${t.title}</h1>
<p class="summary ${summary}">${sentence}</p>
<section aria-labelledby="now">
<h2 id="now">${t.now}</h2>
<ul class="parts">
${status.parts.map(
  ({ part, state, since }) => html`<li><span>${t.parts[part]}</span>
<span class="state ${state}">${t.states[state]}${since ? html` <small>${t.since(timeOf(since, language))}</small>` : ''}</span></li>
`,
)}</ul>
</section>
<section aria-labelledby="outages">
<h2 id="outages">${t.outages}</h2>
${
  status.outages.length === 0
    ? html`<p>${t.noOutages}</p>`
    : html`<table>
<thead><tr><th scope="col">${t.part}</th><th scope="col">${t.began}</th><th scope="col">${t.ended}</th><th scope="col">${t.lasted}</th></tr></thead>
<tbody>
${status.outages.map((outage) => rowOf(outage, status.at, language))}</tbody>
</table>`
}
</section>
<p class="checked">${t.checked(timeOf(status.at, language))}</p>
</main>
<footer>
<nav aria-label="${t.language}">${LANGUAGES.map((other) =>
    other === language
      ? html`<span lang="${other}" aria-current="true">${LANGUAGE_NAMES[other]}</span> `
      : html`<a lang="${other}" hreflang="${other}" href="/status?lang=${other}">${LANGUAGE_NAMES[other]}</a> `,
  )}</nav>
<p><a href="/">${t.home}</a> <a href="/contact">${t.contact}</a></p>
</footer>
</body>
</html>
`;
}

function rowOf({ part, began, ended }: Outage, now: Date, language: Language) {
  const t = statusTexts[language];
  const minutes = Math.max(1, Math.round(((ended ?? now).getTime() - began.getTime()) / MINUTE));
  return html`<tr><th scope="row">${t.parts[part]}</th><td data-name="${t.began}">${timeTag(began, language)}</td><td data-name="${t.ended}">${
    ended ? timeTag(ended, language) : t.lasts
  }</td><td data-name="${t.lasted}">${t.duration(Math.floor(minutes / 60), minutes % 60)}</td></tr>
`;
}

const timeTag = (time: Date, language: Language) =>
  html`<time datetime="${time.toISOString()}">${timeOf(time, language)}</time>`;

/** Haitian Creole has no month names in Node: numbers, in the order of French. */
function timeOf(time: Date, language: Language): string {
  return new Intl.DateTimeFormat(language === 'ht' ? 'fr-HT' : language, {
    dateStyle: language === 'ht' ? 'short' : 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(time);
}
