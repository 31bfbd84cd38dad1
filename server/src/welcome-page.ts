import type { Database } from '@lakou/platform/database/database';
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { NONCE, secureHeaders } from 'hono/secure-headers';

interface Poster {
  title: string;
  thumbnail_url: string | null;
  release_year: number | null;
  is_free: boolean;
}

/** The front door until the web app moves in: what is published, straight from the database, as a visitor sees it. */
export function welcomePage({ database, demo }: { database: Database; demo: boolean }): Hono<Environment> {
  const app = new Hono<Environment>();
  app.use(
    '/',
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: [NONCE],
        imgSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    }),
  );
  app.get('/favicon.svg', (context) =>
    context.body(icon, 200, { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' }),
  );
  app.get('/', async (context) => {
    const posters = await database.query<Poster>(
      `select title, thumbnail_url, extract(year from release_date)::int as release_year, is_free
        from public.movies where published order by created_at desc, id limit 24`,
      [],
      { as: { role: 'anon' }, readOnly: true },
    );
    return context.html(page(posters, demo, context.get('secureHeadersNonce') ?? ''));
  });
  return app;
}

type Environment = { Variables: { secureHeadersNonce?: string } };

function page(posters: Poster[], demo: boolean, nonce: string) {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Lakou</title>
    <meta name="description" content="Haitian films and series, and the people who love them." />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <style nonce="${nonce}">${raw(style)}</style>
  </head>
  <body>
    <header>
      <p class="band" aria-hidden="true"></p>
      <h1>Lakou</h1>
      <p class="lead">Haitian films and series, and the people who love them.</p>
      ${demo ? html`<p>This is the demo. The catalogue below comes from its database.</p>` : ''}
    </header>
    <main>
      ${
        posters.length === 0
          ? html`<p>Nothing is published yet.</p>`
          : html`<ul>${posters.map((poster, index) => card(poster, index))}</ul>`
      }
    </main>
  </body>
</html>`;
}

function card({ title, thumbnail_url, release_year, is_free }: Poster, index: number) {
  return html`<li>
    ${
      thumbnail_url
        ? html`<img src="${thumbnail_url}" alt="" width="400" height="600" ${raw(index < 6 ? '' : 'loading="lazy"')} />`
        : html`<div class="empty"></div>`
    }
    <h2>${title}</h2>
    <p>${release_year ?? ''}${is_free ? html` <b>Free</b>` : ''}</p>
  </li>`;
}

/** The yard: four doors around one light. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0c0e1a"/><path fill="#d92b3a" d="M5 5h9v9H5z"/><path fill="#f7f2e8" d="M18 5h9v9h-9z"/><path fill="#2f8f63" d="M5 18h9v9H5z"/><path fill="#1d2f8a" d="M18 18h9v9h-9z"/><circle cx="16" cy="16" r="5" fill="#f4a52e" stroke="#0c0e1a" stroke-width="2"/></svg>`;

const style = `
:root { color-scheme: dark; --night: #0c0e1a; --chalk: #f7f2e8; --mango: #f4a52e; --red: #d92b3a; --indigo: #1d2f8a; --cane: #6fcf9f; }
* { box-sizing: border-box; }
body { margin: 0; background: radial-gradient(80rem 40rem at 70% -10rem, #232b5c, var(--night) 70%) no-repeat var(--night); color: var(--chalk); font: 1rem/1.5 Figtree, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
header, main { max-width: 90rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 4rem); }
header { padding-block: clamp(2rem, 8vw, 6rem) 2rem; }
.band { width: 7rem; height: .75rem; margin: 0 0 1.5rem; background: repeating-linear-gradient(90deg, var(--red) 0 1rem, var(--mango) 1rem 1.5rem, var(--indigo) 1.5rem 2.5rem, var(--chalk) 2.5rem 2.75rem); border-radius: 2px; }
h1 { margin: 0; font-size: clamp(3.5rem, 12vw, 8rem); line-height: .9; letter-spacing: -.05em; font-weight: 800; }
.lead { margin: 1rem 0 0; max-width: 36ch; font-size: clamp(1.125rem, 2.5vw, 1.5rem); }
header p:last-child { color: #c9c6d2; }
ul { list-style: none; margin: 1rem 0 5rem; padding: 0; display: grid; gap: 2rem 1.25rem; grid-template-columns: repeat(auto-fill, minmax(min(9.5rem, 42vw), 1fr)); }
img, .empty { display: block; width: 100%; height: auto; aspect-ratio: 2 / 3; border-radius: .5rem; background: #1a1e36; box-shadow: 0 .75rem 2rem rgb(0 0 0 / .45); }
h2 { margin: .75rem 0 0; font-size: 1rem; line-height: 1.25; }
li p { margin: .125rem 0 0; font-size: .875rem; color: #c9c6d2; }
b { color: var(--cane); font-weight: 600; }
`;
