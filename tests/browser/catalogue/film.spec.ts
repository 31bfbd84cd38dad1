import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
} from '../../support/browser.ts';
import { giveTrailer } from '../../support/give-trailer.ts';
import { newMember } from '../../support/new-member.ts';
import { insertAsService } from '../../support/playing.ts';

const film = (number: number) => `/films/f1000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const paid = film(2);
const free = film(7);
const withoutVideo = film(25);
const nobody = '/films/f1000000-0000-4000-8000-00000000dead';

test('a search engine reads a film’s metadata, and gets a 404 for an unknown one', async ({
  request,
  page,
  allowConsoleErrors,
}) => {
  const answer = await request.get(paid, { headers: { 'accept-language': 'en' } });
  expect(answer.status()).toBe(200);
  const html = await answer.text();
  expect(html).toContain('<title>Wout Mòn Nwa · Lakou</title>');
  expect(html).toMatch(/<meta name="description" content="Klodèl dwe desann/);
  expect(html).toContain('<meta property="og:type" content="video.movie"/>');
  expect(html).toMatch(/<link rel="canonical" href="http[^"]+\/titles\/[^"]+\/wout-mon-nwa"/);
  const [, data = ''] = html.match(/<script type="application\/ld\+json">(.+?)<\/script>/) ?? [];
  expect(JSON.parse(data)).toMatchObject({
    '@type': 'Movie',
    name: 'Wout Mòn Nwa',
    duration: 'PT108M',
    director: { name: 'Wilner Jozèf' },
    aggregateRating: { bestRating: 5 },
  });
  for (const missing of [nobody, '/films/not-an-id']) expect((await request.get(missing)).status()).toBe(404);

  // The page itself needs a sign-in, which leads back here.
  await page.goto(paid);
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Please login to access this page')).toBeVisible();
  await expect(page.getByRole('region', { name: 'On your way to' })).toContainText('Wout Mòn Nwa');
  // Nobody has to sign in to learn that there is no such film.
  allowConsoleErrors(/404/);
  await page.goto(nobody);
  await expect(page.getByRole('heading', { level: 1, name: 'Film Not Found' })).toBeVisible();
  await expect(page).toHaveURL(nobody);
});

test('a member sees a film’s details, prices and credits', async ({ page, signIn }) => {
  await signIn('member');
  await page.goto(paid);
  await expect(page).toHaveTitle('Wout Mòn Nwa · Lakou');
  await expect(page.getByRole('heading', { level: 1, name: 'Wout Mòn Nwa' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Poster of Wout Mòn Nwa' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Watch Now' })).toHaveCount(0);
  for (const name of ['Buy for $12.99', 'Rent for $4.49'])
    await expect(page.getByRole('button', { name })).toBeVisible();
  const subscribe = page.getByRole('link', { name: 'Subscribe to Watch' });
  await expect(subscribe).toHaveAttribute('href', '/subscribe');
  await expect(page.getByRole('button', { name: 'Watch Trailer' })).toHaveCount(0);

  const about = page.getByRole('tabpanel', { name: 'About' });
  await expect(about.getByRole('heading', { name: 'Synopsis' })).toBeVisible();
  for (const text of ['Wilner Jozèf', 'Claudel Saint-Vil', 'October 17, 2025', 'Haitian Creole'])
    await expect(about.getByText(text, { exact: true })).toBeVisible();
  await expect(about.getByText('Synopsis in Haitian Creole')).toBeVisible();

  await page.getByRole('tab', { name: 'About' }).focus();
  await page.keyboard.press('ArrowRight');
  const reviews = page.getByRole('list', { name: 'Reviews' }).getByRole('article');
  await expect(reviews.first()).toContainText('Ketsia Baptistin');
  await expect(reviews.last()).toContainText('Emmanuel Sylvestre');
  await expect(reviews.last()).toContainText('5 out of 5');
});

test('a subscriber reads that a film is included, and finds its prices behind other ways to get it', async ({
  page,
  signIn,
}) => {
  await signIn('subscriber');
  await page.goto('/films');
  const cards = page.getByRole('list', { name: 'Films' }).getByRole('article');
  await expect(
    cards.filter({ hasText: 'Wout Mòn Nwa' }).getByText('Included', { exact: true }),
  ).toBeVisible();
  await expect(cards.getByText(/^Premium/)).toHaveCount(0);
  await page.goto(paid);
  await expect(page.getByText('Included', { exact: true }).first()).toBeVisible();
  const buy = page.getByRole('button', { name: 'Buy for $12.99' });
  await expect(buy).toBeHidden();
  await page.getByText('Other ways to get it').click();
  await expect(buy).toBeVisible();
  await expect(page.getByRole('button', { name: 'Rent for $4.49' })).toBeVisible();
});

test('a member reads title, synopsis, genres and languages in Spanish, and which language a synopsis is in', async ({
  page,
  signIn,
  allowConsoleErrors,
}) => {
  // The player, where the member has not paid.
  allowConsoleErrors(/402/);
  await signIn('member');
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${film(8)}?lang=es`);
  await expect(page.getByRole('heading', { level: 1, name: 'El mar recuerda' })).toBeVisible();
  await expect(page.getByText('Título original: La mer se souvient')).toBeVisible();
  const about = page.getByRole('tabpanel', { name: 'Acerca de' });
  await expect(about.getByText(/^A la muerte de su padre/)).toBeVisible();
  for (const detail of [/^Idioma/, /^Subtítulos/]) await expect(about.getByText(detail)).toBeVisible();
  await expect(about.getByText(/^Sinopsis en/)).toHaveCount(0);
  await expectNoHorizontalScroll(page);
  await page.goto(`${film(8).replace('films', 'watch/movie')}?lang=es`);
  await expect(page.getByRole('heading', { level: 1, name: 'El mar recuerda' })).toBeVisible();
  await expect(page).toHaveTitle(/El mar recuerda/);
  await page.goto(`${film(14)}?lang=es`);
  await expect(page.getByRole('list', { name: 'Géneros' })).toHaveText('Documental');
  await expect(about.getByText(/^Yo leve a dezè/)).toHaveAttribute('lang', 'ht');
  await expect(about.getByText('Sinopsis en criollo haitiano')).toBeVisible();
});

test('every member can watch a free film, and sees when it has no video yet', async ({
  page,
  signIn,
  allowConsoleErrors,
}) => {
  // Only editors see a draft.
  allowConsoleErrors(/404/);
  await signIn('member');
  await page.goto(free);
  await expect(page.getByRole('button', { name: /^(Buy|Rent)/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Subscribe to Watch' })).toHaveCount(0);
  const watch = page.getByRole('link', { name: 'Watch Now' });
  await expect(watch).toHaveAttribute('href', free.replace('films', 'watch/movie'));
  await expect(watch).toHaveAttribute('target', '_blank');
  await signIn('admin');
  await page.goto(withoutVideo);
  await page.getByRole('button', { name: 'Watch Now' }).click();
  await expect(page.getByText('Video not available')).toBeVisible();
});

test('staff see that a film is a draft, and nobody can buy it', async ({
  page,
  signIn,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/404/);
  const id = crypto.randomUUID();
  await insertAsService(request, 'movies', {
    id,
    title: `Bouyon ${id.slice(0, 8)}`,
    published: false,
    is_purchasable: true,
    is_rentable: true,
    purchase_price: 5,
  });
  await signIn('admin');
  await page.goto(`/films/${id}`);
  await expect(page.getByText('Draft: only staff can see and watch it')).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Buy|Rent)/ })).toHaveCount(0);
  await signIn('member');
  await page.goto(`/films/${id}`);
  await expect(page.getByRole('heading', { name: 'Film Not Found' })).toBeVisible();
});

test('a subscriber can watch what others have to pay for', async ({ page, signIn }) => {
  await signIn('subscriber');
  await page.goto(paid);
  await expect(page.getByRole('link', { name: 'Watch Now' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Subscribe to Watch' })).toHaveCount(0);
});

test('a member who opens a film that does not exist finds a link to the others', async ({
  page,
  signIn,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/404/);
  await signIn('member');
  await page.goto(nobody);
  // Until the member is known, the page is a visitor's.
  await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Film Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'Browse films' }).click();
  await expect(page.getByRole('heading', { name: 'Explore Films' })).toBeVisible();
});

test('a member reviews a film, changes their mind, and the count is right', async ({
  page,
  signIn,
  request,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await signIn(await newMember(request, 'Marjorie'));
  await page.goto(film(23));
  const tab = page.getByRole('tab', { name: /Reviews/ });
  await tab.click();
  const before = Number((await tab.textContent())?.match(/\d+/)?.[0]);

  const form = page.getByRole('form', { name: 'Write a review' });
  await form.getByRole('textbox').fill('Mwen danse\nsou chèz la.');
  await form.getByRole('button', { name: 'Submit review' }).click();
  await expect(form.getByText('Please select a rating')).toBeVisible();
  await expect(form.getByRole('radio', { name: '1 star' })).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(form.getByRole('radio', { name: '5 stars' })).toBeChecked();
  await page.keyboard.press('ArrowLeft');
  await form.getByRole('button', { name: 'Submit review' }).dblclick();
  await expect(page.getByText('Review submitted successfully')).toBeVisible();
  await expect(tab).toHaveText(`Reviews (${before + 1})`);

  const own = page.getByRole('region', { name: 'Your review' });
  await expect(own).toContainText('Marjorie');
  await expect(own).toContainText('4 out of 5');
  await expect(own).toContainText('Mwen danse sou chèz la.');
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(1);
  await expectAccessibleInBothThemes(page);
  await expectNoHorizontalScroll(page);

  await own.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('form', { name: 'Edit your review' });
  await expect(edit.getByRole('textbox')).toHaveValue('Mwen danse\nsou chèz la.');
  await edit.getByRole('radio', { name: '2 stars' }).check();
  await edit.getByRole('button', { name: 'Update review' }).click();
  await expect(page.getByText('Review updated successfully')).toBeVisible();
  await expect(own).toContainText('2 out of 5');
  await expect(tab).toHaveText(`Reviews (${before + 1})`);
  await expect(page.getByRole('button', { name: /^2 stars: [1-9]/ })).toBeVisible();

  await own.getByRole('button', { name: 'Delete your review' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Review deleted')).toBeVisible();
  await expect(form).toBeVisible();
  await expect(tab).toHaveText(`Reviews (${before})`);
});

test('a member reads a film’s reviews by stars and order, votes for one, and takes the vote back', async ({
  page,
  signIn,
  request,
}) => {
  await signIn(await newMember(request, 'Guerline'));
  await page.goto(paid);
  await page.getByRole('tab', { name: /Reviews/ }).click();
  const reviews = page.getByRole('list', { name: 'Reviews' }).getByRole('article');
  await expect(reviews).toHaveCount(5);

  const five = page.getByRole('button', { name: '5 stars: 3 reviews' });
  await five.focus();
  await page.keyboard.press('Enter');
  await expect(five).toHaveAttribute('aria-pressed', 'true');
  await expect(reviews).toHaveCount(3);
  await expect(page.getByRole('button', { name: '1 star: 0 reviews' })).toBeDisabled();
  await page.getByRole('button', { name: '5 stars only: show all' }).click();
  await expect(reviews).toHaveCount(5);
  const order = page.getByRole('combobox', { name: 'Sort by' });
  await order.selectOption('Lowest rated');
  await expect(reviews.first()).toContainText('4 out of 5');
  await order.selectOption('Highest rated');
  await expect(reviews.first()).toContainText('5 out of 5');

  const last = reviews.filter({ hasText: 'Emmanuel Sylvestre' });
  const helpful = last.getByRole('button', { name: 'Helpful' });
  const saved = (method: string) =>
    page.waitForResponse(
      (answer) => answer.url().includes('/review_votes') && answer.request().method() === method,
    );
  await Promise.all([saved('POST'), helpful.click()]);
  await expect(helpful).toHaveAttribute('aria-pressed', 'true');
  await expect(helpful).toHaveAccessibleName(/[1-9]\d* members? found this helpful/);
  await expectAccessibleInBothThemes(page);
  await page.reload();
  await page.getByRole('tab', { name: /Reviews/ }).click();
  await expect(helpful).toHaveAttribute('aria-pressed', 'true');
  await Promise.all([saved('DELETE'), helpful.click()]);
  await expect(helpful).toHaveAttribute('aria-pressed', 'false');
});

test('a film leads on: to similar titles, to its people, and out by its link', async ({
  page,
  signIn,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn('member');
  await page.goto(paid);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(
    paid.replace('films', 'titles'),
  );

  const similar = page.getByRole('region', { name: 'More like this' }).getByRole('article');
  await expect(similar).toHaveCount(12);
  await expect(similar.filter({ hasText: 'Wout Mòn Nwa' })).toHaveCount(0);
  const links = similar.getByRole('link');
  await links.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(links.nth(1)).toBeFocused();

  await page.getByRole('link', { name: 'Wilner Jozèf' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Wilner Jozèf' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Wout Mòn Nwa' })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('the page of a person is open to visitors, and shows no name that a stranger puts into the address', async ({
  request,
}) => {
  const html = async (name: string) => {
    const answer = await request.get(`/people/${encodeURIComponent(name)}`, {
      headers: { 'accept-language': 'en' },
    });
    return { status: answer.status(), text: await answer.text() };
  };
  const known = await html('wilner jozef');
  expect(known.status).toBe(200);
  expect(known.text).toContain('<bdi>Wilner Jozèf</bdi>');
  expect(known.text).toContain('Wout Mòn Nwa');
  const unknown = await html('Achte isit la');
  expect(unknown.status).toBe(404);
  expect(unknown.text.replaceAll(/<script.*?<\/script>/gs, '')).not.toMatch(/achte isit la/i);
});

test('a member’s review survives a failed request and a reload', async ({
  page,
  signIn,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/);
  await signIn(await newMember(request, 'Fabiola'));
  await page.goto(film(22));
  await page.getByRole('tab', { name: /Reviews/ }).click();
  const form = page.getByRole('form', { name: 'Write a review' });
  await form.getByRole('radio', { name: '3 stars' }).check();
  await form.getByRole('textbox').fill('Yon bèl lèt.');
  await page.route('**/rest/v1/reviews*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await form.getByRole('button', { name: 'Submit review' }).click();
  await expect(page.getByText(/Network error/)).toBeVisible();
  await expect(form.getByRole('textbox')).toHaveValue('Yon bèl lèt.');
  await page.reload();
  await page.getByRole('tab', { name: /Reviews/ }).click();
  await expect(form.getByRole('textbox')).toHaveValue('Yon bèl lèt.');
  await expect(form.getByRole('radio', { name: '3 stars' })).toBeChecked();
});

test('a member plays a film’s trailer in a dialog', async ({ page, signIn, request }) => {
  await giveTrailer(request, film(21).slice('/films/'.length));
  await signIn('member');
  await page.goto(film(21));
  const button = page.getByRole('button', { name: 'Watch Trailer' });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Trailer: Sezon Siklòn' });
  await expect
    .poll(() => dialog.locator('video').evaluate((video: HTMLVideoElement) => video.videoWidth))
    .toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('a member sees when a film fails to load, and can retry', async ({
  page,
  signIn,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/ERR_FAILED/);
  await signIn('member');
  // The test needs the list, not its images.
  await page.goto('/films', { waitUntil: 'commit' });
  await expect(page.getByRole('article').first()).toBeVisible();
  const one = /\/rest\/v1\/movies\?.*id=eq\./;
  await page.route(one, (route) => route.abort());
  await page.getByRole('link', { name: 'Kafe Cho' }).click();
  await expect(page.getByRole('heading', { name: 'Failed to load movie' })).toBeVisible({ timeout: 30_000 });
  await page.unroute(one);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Kafe Cho' })).toBeVisible();
});

test('a film’s page fits every screen and is accessible in both themes', { tag: '@long' }, async ({
  page,
  signIn,
}) => {
  await signIn('member');
  await page.goto(film(24));
  await expect(page.getByRole('button', { name: 'Buy for $10.99' })).toBeVisible();
  for (const width of [1920, 1280, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoHorizontalScroll(page);
  }
  await expectAccessibleInBothThemes(page);
});
