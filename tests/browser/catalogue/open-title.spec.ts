import type { Locator, Page } from '@playwright/test';
import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  newEmailAddress,
  servers,
  test,
  waitForHydration,
} from '../../support/browser.ts';
import { giveTrailer } from '../../support/give-trailer.ts';
import { expectPlaying, film } from '../../support/playing.ts';
import { payInSandbox } from '../commerce/sandbox-payment.ts';

const [sold, free, draft, inFrench] = [film(2), film(3), film(25), film(8)];
const series = '5e000000-0000-4000-8000-000000000004';
const nobody = 'f1000000-0000-4000-8000-00000000dead';

/** On a phone: touch, 360 pixels wide. */
async function openPhone(page: Page, language: 'en' | 'fr' | 'es'): Promise<Page> {
  const context = await page
    .context()
    .browser()!
    .newContext({
      baseURL: servers.demo(),
      viewport: { width: 360, height: 780 },
      hasTouch: true,
      isMobile: true,
      locale: language,
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
    });
  return context.newPage();
}

const WORDS = {
  en: {
    trailer: 'Watch Trailer',
    rent: /^Rent for/,
    fields: [/^Full Name/, /^Email/, /^Password/, /^Confirm Password/],
    terms: /^I agree/,
    signUp: 'Sign Up',
    way: 'On your way to rent',
    pay: /^Pay /,
    start: /^Start /,
  },
  fr: {
    trailer: 'Voir la bande-annonce',
    rent: /^Louer/,
    fields: [/^Nom complet/, /^E-mail|^Adresse/, /^Mot de passe/, /^Confirmer|^Confirmez/],
    terms: /^J’accepte/,
    signUp: 'S’inscrire',
    way: 'Vous allez louer',
    pay: /^Payer /,
    start: /^Lancer /,
  },
  es: {
    trailer: 'Ver tráiler',
    rent: /^Alquilar/,
    fields: [/^Nombre completo/, /^Correo/, /^Contraseña/, /^Confirmar/],
    terms: /^Acepto/,
    signUp: 'Registrarse',
    way: 'Vas a alquilar',
    pay: /^Pagar /,
    start: /^Empezar /,
  },
};

for (const [language, id, name] of [
  ['en', film(12), 'Brooklyn Konpa'],
  ['fr', inFrench, 'La mer se souvient'],
  ['es', film(12), 'Brooklyn Konpa'],
] as const) {
  test(`a stranger with a shared link sees the trailer, registers, rents and watches within nine steps, in ${language}`, {
    tag: language === 'en' ? ['@long'] : [],
  }, async ({ page, request }) => {
    // Seven pages, one of another provider, and a film.
    test.slow();
    await giveTrailer(request, id);
    const words = WORDS[language];
    const phone = await openPhone(page, language);
    let steps = 0;
    const tap = async (target: Locator) => {
      steps += 1;
      await target.tap();
    };
    await phone.goto(`/titles/${id}`);
    await expect(phone.getByRole('heading', { level: 1, name })).toBeVisible();
    await waitForHydration(phone);
    await expectNoHorizontalScroll(phone);

    await tap(phone.getByRole('button', { name: words.trailer }));
    const trailer = phone.getByRole('dialog');
    await expect
      .poll(() => trailer.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
      .toBeGreaterThan(0);
    await tap(trailer.getByRole('button', { name: words.rent }));

    await expect(phone.getByRole('region', { name: words.way })).toContainText(name);
    await expectNoHorizontalScroll(phone);
    const email = newEmailAddress('etranje');
    for (const [index, field] of words.fields.entries()) {
      steps += 1;
      const value = ['Ti Jan Batis', email, 'yon-modpas-ki-long', 'yon-modpas-ki-long'][index] ?? '';
      await phone.getByRole('main').getByLabel(field).first().fill(value);
    }
    await tap(phone.getByRole('checkbox', { name: words.terms }));
    await tap(phone.getByRole('main').getByRole('button', { name: words.signUp, exact: true }));

    // The payment page has this film and the rental chosen; its own buttons do not count.
    await expect(phone).toHaveURL(/\/payment\?id=.*type=rental/);
    await expect(phone.getByRole('heading', { level: 2, name })).toBeVisible();
    await phone.getByRole('button', { name: words.pay }).tap();
    await payInSandbox(phone);

    await tap(phone.getByRole('link', { name: words.start }));
    await expectPlaying(phone);
    expect(steps).toBeLessThanOrEqual(9);
    await phone.context().close();
  });
}

test('everybody can read a title’s page without JavaScript: people, reviews, prices and a card to share', async ({
  browser,
  request,
}) => {
  const page = await browser.newPage({ baseURL: servers.demo(), javaScriptEnabled: false });
  await page.goto(`/titles/${sold}`);
  await expect(page).toHaveURL(`/titles/${sold}/wout-mon-nwa`);
  for (const text of ['Klodèl dwe desann', 'Wilner Jozèf', 'Claudel Saint-Vil'])
    await expect(page.getByText(text).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Subscribe to Watch' })).toHaveAttribute(
    'href',
    `/subscribe?film=${sold}`,
  );
  await page.getByRole('button', { name: 'Rent for $4.49' }).click();
  await expect(page).toHaveURL(/\/register\?next=%2Fpayment%3Fid%3D.*rental/);
  await page.close();

  const html = await (await request.get(`/titles/${sold}/wout-mon-nwa`)).text();
  const meta = (name: string) => html.match(new RegExp(`(?:property|name)="${name}" content="([^"]+)"`))?.[1];
  expect(html).toMatch(/<link rel="canonical" href="http[^"]+\/titles\/[^"]+\/wout-mon-nwa"/);
  expect(meta('og:type')).toBe('video.movie');
  expect(meta('og:url')).toMatch(/^http.*\/wout-mon-nwa$/);
  expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['1200', '630']);
  expect(meta('og:image:alt')).toBe('Wout Mòn Nwa');
  expect(meta('twitter:card')).toBe('summary_large_image');
  const [, data = ''] = html.match(/<script type="application\/ld\+json">(.+?)<\/script>/) ?? [];
  expect(JSON.parse(data)).toMatchObject({ '@type': 'Movie', offers: [{ price: 12.99 }, { price: 4.49 }] });

  const card = await request.get(meta('og:image')!.replaceAll('&amp;', '&'));
  expect(card.headers()['content-type']).toBe('image/jpeg');
  expect((await card.body()).length).toBeLessThan(300_000);
  for (const id of [draft, nobody]) expect((await request.get(`/share/${id}.jpg`)).status()).toBe(404);
});

test('a title has one address; drafts and unknown ones have none', async ({
  page,
  request,
  signIn,
  allowConsoleErrors,
}) => {
  for (const path of [`/titles/${series}`, `/titles/${series}/anything`, `/titles/${series}/port-nights-2`]) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location]).toEqual([301, `/titles/${series}/port-nights`]);
  }
  const french = await request.get(`/titles/${series}?lang=fr&q=x`, { maxRedirects: 0 });
  expect(french.headers().location).toBe(`/titles/${series}/port-nights?lang=fr`);
  for (const id of [draft, nobody, 'not-an-id'])
    expect((await request.get(`/titles/${id}/x`, { maxRedirects: 0 })).status()).toBe(404);
  allowConsoleErrors(/404/);
  await page.goto(`/titles/${draft}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();

  await signIn('member');
  await page.goto(`/titles/${series}`);
  await expect(page).toHaveURL(`/series/${series}`);
  await page.goto(`/titles/${sold}`);
  await expect(page).toHaveURL(`/films/${sold}`);
});

test('a visitor gets from a poster to the open page, and on a phone into the player and back', async ({
  page,
}) => {
  const phone = await openPhone(page, 'en');
  await phone.goto('/categories/comedy');
  await waitForHydration(phone);
  await phone.getByRole('heading').getByRole('link', { name: 'Machann Solèy' }).tap();
  await expect(phone).toHaveURL(`/titles/${free}/machann-soley`);
  await expect(phone.getByRole('heading', { level: 1, name: 'Machann Solèy' })).toBeVisible();
  const watch = phone.getByRole('main').getByRole('link', { name: 'Watch Now' });
  await expect(watch).not.toHaveAttribute('target');
  await watch.tap();
  await expect(phone).toHaveURL(`/watch/movie/${free}`);
  await phone.getByRole('link', { name: 'Back to Machann Solèy' }).tap();
  await expect(phone).toHaveURL(`/titles/${free}/machann-soley`);
  await phone.goBack();
  await expect(phone).toHaveURL('/categories/comedy');
  await phone.context().close();
});

test('a title’s open page fits every screen and is accessible in both themes', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto(`/titles/${sold}`);
  await waitForHydration(page);
  for (const width of [1920, 1280, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoHorizontalScroll(page);
  }
  await expectAccessibleInBothThemes(page);
});
