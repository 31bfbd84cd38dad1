import { createClient } from '@supabase/supabase-js';
import { expect, expectAccessibleInBothThemes, servers, test } from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';
import { onePixel } from '../../support/one-pixel.ts';

/** For what waits for several requests on a busy machine. */
const slowly = { timeout: 40_000 };

test('an admin creates a film; another one who edits it at the same time is warned and loses nothing', async ({
  page,
  context,
  signIn,
}) => {
  const title = `Fim ${crypto.randomUUID().slice(0, 8)}`;
  await signIn('admin');
  await page.goto('/admin/movies/new');
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Movie' })).toBeVisible();
  await page.getByRole('button', { name: 'Create Movie' }).click();
  await expect(page.getByText('Title is required')).toBeVisible();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await page.getByLabel('Purchase Price').fill('7.5');
  await page.getByRole('button', { name: 'Create Movie' }).click();
  await expect(page).toHaveURL(/\/admin\/movies\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Edit Movie' })).toBeVisible();

  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(`${title}, poko sove`);
  await page.getByLabel('For sale').check();
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: `${title}, poko sove` })).toBeVisible();
  await expect(preview.getByText('Buy for $7.50')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByText('Not saved yet')).toBeVisible();
  page.once('dialog', (question) => void question.accept());
  await page.reload();

  const second = await context.newPage();
  await second.goto(page.url());
  const theirs = second.getByRole('textbox', { name: 'Title', exact: true });
  await expect(theirs).toHaveValue(title);
  await page.getByLabel('Director').fill('Roseline');
  await page.getByRole('button', { name: 'Update Movie' }).click();
  await expect(page.getByText('Movie updated')).toBeVisible();
  await theirs.fill(`${title} 2`);
  await second.getByRole('button', { name: 'Update Movie' }).click();
  const dialog = second.getByRole('dialog', { name: 'Changed meanwhile' });
  await expect(dialog).toContainText('Roseline');
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await expect(theirs).toHaveValue(title);
  await expect(second.getByLabel('Director')).toHaveValue('Roseline');

  await theirs.fill('not saved');
  await second.getByRole('link', { name: 'Movies', exact: true }).first().click();
  const question = second.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(second).toHaveURL(/\/admin\/movies$/);
  await second.getByLabel('Search titles').fill(title);
  await expect(second.getByRole('row', { name: title })).toContainText('Not Available');
  await expectAccessibleInBothThemes(second);
  await second.getByRole('row', { name: title }).getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(second).toHaveURL(page.url());
  await expect(second.getByRole('heading', { level: 1, name: 'Edit Movie' })).toBeVisible();
  await expect(theirs).toHaveValue(title);
  await second.goBack();
  await second.getByRole('button', { name: `Delete ${title}` }).click();
  await second.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(second.getByText('Movie deleted')).toBeVisible();
  await expect(second.getByText('Nothing found')).toBeVisible();
});

test('an admin adds, prices, schedules and features ten films together, and keeps the filter', {
  tag: '@long',
}, async ({ page, signIn, allowConsoleErrors }) => {
  test.setTimeout(180_000);
  allowConsoleErrors(/status of 400/);
  const service = createClient(servers.demo(), process.env.LAKOU_SERVICE_KEY ?? '');
  const word = `Ansanm${crypto.randomUUID().slice(0, 8)}`;
  const banner_url = '/storage/v1/object/public/banners/slide-1.avif';
  await signIn('admin');
  await page.goto('/admin/movies/new');
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(`${word} 0`);
  await page.getByRole('group', { name: 'Choose genres' }).getByLabel('Drama').check();
  // The database refuses a genre that is no category, whatever a page sends.
  const movies = /\/rest\/v1\/movies(\?|$)/;
  await page.route(movies, (route) =>
    route.request().method() === 'POST'
      ? route.continue({ postData: { ...route.request().postDataJSON(), genre: ['Comedi'] } })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Create Movie' }).click();
  await expect(page.getByText('Please choose genres from the categories').first()).toBeVisible(slowly);
  await page.unroute(movies);
  const create = page.getByRole('button', { name: 'Create Movie' });
  await expect(create).not.toHaveAttribute('aria-busy', 'true', slowly);
  await create.click();
  await expect(page).toHaveURL(/\/admin\/movies\/[\da-f-]{36}$/, slowly);
  const films = Array.from({ length: 9 }, (_, n) => ({ title: `${word} ${n + 1}`, banner_url }));
  expect((await service.from('movies').insert(films)).error).toBeNull();

  await page.goto('/admin/movies?filter=draft');
  await page.getByLabel('Search titles').fill(word);
  await expect(page.getByText('10 in all')).toBeVisible(slowly);
  await page.getByRole('button', { name: 'Save this filter' }).click();
  await page.getByRole('dialog').getByLabel('Name of the filter').fill(word);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Filter saved')).toBeVisible(slowly);
  await page.goto('/admin/movies');
  await page.getByRole('list', { name: 'Saved filters' }).getByRole('link', { name: word }).click();
  await expect(page.getByText('10 in all')).toBeVisible(slowly);
  await page.getByRole('button', { name: `Delete the filter ${word}` }).click();
  await expect(page.getByText('Filter deleted')).toBeVisible(slowly);

  await page.getByLabel('Select all on this page').check();
  await expect(page.getByText('10 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Edit together' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit 10 titles together' });
  await dialog.getByLabel('Purchase Price').fill('-1');
  await dialog.getByRole('button', { name: 'Change 10 titles' }).click();
  await expect(dialog.getByText(/Please enter a price/)).toBeVisible();
  await dialog.getByLabel('Purchase Price').fill('7.5');
  await dialog.getByLabel('For sale').selectOption('Yes');
  await dialog.getByLabel('Add category').selectOption({ index: 1 });
  await dialog.getByLabel('On the home page').selectOption('Yes');
  await dialog.getByLabel('Publish automatically on').fill('2999-12-31T20:00');
  await expectAccessibleInBothThemes(page);
  // One has no wide picture yet: none of the ten is changed.
  await dialog.getByRole('button', { name: 'Change 10 titles' }).click();
  await expect(page.getByText('A title on the home page needs a wide picture.')).toBeVisible(slowly);
  await service.from('movies').update({ banner_url }).eq('title', `${word} 0`);
  await dialog.getByRole('button', { name: 'Change 10 titles' }).click();
  await expect(page.getByText('10 titles changed')).toBeVisible(slowly);
  await expect(page.getByRole('row', { name: word }).filter({ hasText: '$7.50' })).toHaveCount(10);
  const { data: scheduled } = await service
    .from('movies')
    .select('genre')
    .like('title', `${word}%`)
    .gt('publish_at', '2999-12-30');
  expect(scheduled?.filter(({ genre }) => genre.length > 0)).toHaveLength(10);
  await page.goto('/admin/front-page');
  await expect(page.getByRole('region', { name: 'Featured Films' }).getByText(word)).toHaveCount(10);
  const home = await page.request.get('/');
  expect(await home.text(), 'scheduled films are not on the home page yet').not.toContain(word);
  await service.from('featured_films').delete().like('title', `${word}%`);
  await service.from('movies').delete().like('title', `${word}%`);
});

test('an admin composes a row of the front page, previews it, saves it hidden and deletes it', async ({
  page,
  signIn,
}) => {
  test.setTimeout(120_000);
  const name = `Ranje ${crypto.randomUUID().slice(0, 6)}`;
  await signIn('admin');
  await page.goto('/admin/front-page');
  await page.getByLabel('Rows on').selectOption('Explore Films');
  await page.getByRole('button', { name: 'Add row' }).click();
  const row = page.getByRole('list', { name: 'Front page' }).getByRole('listitem').last();
  await row.getByLabel('Heading in English').fill(name);
  const save = page.getByRole('button', { name: 'Save rows' });
  await save.click();
  await expect(page.getByText('Please choose at least one title for each row')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find a film or series' }).fill('tanbou');
  await page
    .getByRole('list', { name: 'Find a film or series' })
    .getByRole('button', { name: /Tanbou Minwi/ })
    .click();
  const preview = (width: number) =>
    page.frameLocator(`iframe[title="Preview of the page at ${width} pixels"]`).getByRole('region', { name });
  await expect(preview(360)).toContainText('Tanbou Minwi');
  await page.getByRole('button', { name: '1280 px' }).click();
  await expect(preview(1280)).toContainText('Tanbou Minwi');
  await page.getByLabel('Hidden').last().check();
  await save.click();
  await expect(page.getByText('Front page saved')).toBeVisible(slowly);
  await page.reload();
  await page.getByLabel('Rows on').selectOption('Explore Films');
  await expect(page.getByRole('heading', { name })).toContainText('1 title · Hidden');
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await save.click();
  await expect(page.getByText('Front page saved')).toBeVisible(slowly);
  await expect(page.getByRole('heading', { name })).toHaveCount(0);
});

test('an admin creates a series with its episodes and orders them', async ({ page, signIn }) => {
  const title = `Seri ${crypto.randomUUID().slice(0, 8)}`;
  await signIn('admin');
  await page.goto('/admin/series/new');
  await page.getByRole('button', { name: 'Add Series' }).click();
  await expect(page.getByText('Title is required')).toBeVisible();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
  await page.getByRole('button', { name: 'Add Series' }).click();
  await expect(page.getByText('Series added!')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/series\/[\da-f-]{36}$/);
  const editor = page.url();
  for (const name of ['Youn', 'De']) {
    await page.getByRole('button', { name: 'Add Episode' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill(name);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  }
  // By keyboard: a message of what was saved can appear over it in the moment of a click.
  await page.getByRole('button', { name: 'Move De up' }).press('Enter');
  await expect(page.getByText('1. De')).toBeVisible();
  await expect(page.getByText('2. Youn')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Move Youn up' })).toBeEnabled();
  const saved = page.waitForResponse(/rpc\/reorder_episodes/);
  await page.getByText('1. De').dragTo(page.getByText('2. Youn'), { steps: 10 });
  // Shown before it is saved: a reload at once would abort the request.
  await expect(page.getByText('1. Youn')).toBeVisible();
  await saved;
  await page.reload();
  await expect(page.getByText('1. Youn')).toBeVisible();

  // Escape by accident does not discard what was typed.
  await page.getByRole('button', { name: 'Edit De' }).click();
  await page.getByRole('dialog').getByLabel('Description').fill('Yon bagay long');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByRole('dialog').getByLabel('Description')).toHaveValue('Yon bagay long');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto(`/admin/series?q=${encodeURIComponent(title)}`);
  await page.getByRole('row', { name: title }).getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page).toHaveURL(editor);
  await expect(page.getByText('1. Youn')).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Series deleted')).toBeVisible();
});

test('an admin cannot delete a film that members own, and moves through the table with arrow keys', async ({
  page,
  signIn,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/status of 409/);
  await signIn('admin');
  await page.goto('/admin/movies?q=tanbou+minwi');
  await page.getByRole('button', { name: 'Delete Tanbou Minwi' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(
    page.getByText('People have paid for this title. Unpublish it instead of deleting it.'),
  ).toBeVisible();
  await page.goto('/admin/movies?sort=title');
  const rows = page.getByRole('table').getByRole('row');
  await rows.nth(1).getByRole('link').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(2).getByRole('link').first()).toBeFocused();
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL(/sort=title.*page=2|page=2.*sort=title/);
  await page.goBack();
  await expect(page).not.toHaveURL(/page=2/);
});

test('an admin edits categories, banners and featured films', async ({ page, signIn }) => {
  test.setTimeout(120_000);
  const name = `Kategori ${crypto.randomUUID().slice(0, 6)}`;
  const picture = { name: 'x.png', mimeType: 'image/png', buffer: onePixel };
  await signIn('admin');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/admin');
  for (const button of ['Manage Movies', 'Manage Series', 'Manage Users', 'Manage Subscriptions'])
    await expect(page.getByRole('link', { name: button })).toBeVisible();
  const dialog = page.getByRole('dialog');
  const confirm = () => page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Add Category' }).click();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Description').fill('Premye deskripsyon');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Category created')).toBeVisible();
  const categories = page.getByRole('region', { name: 'Categories' });
  const category = categories.getByRole('listitem').filter({ hasText: name });
  await expect(category).toContainText('Premye deskripsyon');
  await category.getByRole('button', { name: `Edit ${name}` }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue(name);
  await expect(dialog.getByLabel('Description')).toHaveValue('Premye deskripsyon');
  await dialog.getByLabel('Name').fill(`${name} 2`);
  await dialog.getByLabel('Description').fill('Dezyèm deskripsyon');
  await dialog.getByText('French', { exact: true }).click();
  await dialog.getByRole('group', { name: 'French' }).getByLabel('Name').fill(`${name} an franse`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Category updated')).toBeVisible();
  await page.reload();
  await expect(category.getByText(`${name} 2`, { exact: true })).toBeVisible();
  await expect(category).toContainText('Dezyèm deskripsyon');
  expect(await (await page.request.get('/categories?lang=fr')).text()).toContain(`${name} an franse`);
  await category.getByRole('button', { name: `Delete ${name} 2` }).click();
  await confirm();
  await expect(page.getByText('Category deleted')).toBeVisible();
  await expect(category).toHaveCount(0);
  for (const name of ['Banners', 'Featured Films'])
    await expect(page.getByRole('region', { name }).getByRole('listitem').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2500);

  const banners = page.getByRole('region', { name: 'Banners' });
  const uploaded = `${name} anons`;
  await banners.getByLabel('Upload Banner').setInputFiles({ ...picture, name: `${uploaded}.png` });
  await expect(page.getByText('Banner uploaded')).toBeVisible();
  await banners.getByRole('button', { name: `Edit ${uploaded}` }).click();
  await dialog.getByLabel('Title').fill(name);
  await dialog.getByLabel('Active').uncheck();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Banner updated')).toBeVisible();
  await expect(banners.getByRole('button', { name: `Inactive Activate ${name}`, exact: true })).toBeVisible();
  await banners.getByRole('button', { name: `Delete ${name}`, exact: true }).click();
  await confirm();
  await expect(page.getByText('Banner deleted')).toBeVisible();

  const featured = page.getByRole('region', { name: 'Featured Films' });
  await featured.getByRole('button', { name: 'Add Featured Film' }).click();
  await dialog
    .locator('input[type=file]')
    .last()
    .setInputFiles({
      name: 'x.mp4',
      mimeType: 'video/mp4',
      buffer: Buffer.from('0000001c6674797069736f6d0000020069736f6d69736f32', 'hex'),
    });
  await expect(page.getByText('Trailer uploaded. Upload the banner to complete.')).toBeVisible();
  await expect(dialog.getByLabel('Trailer address')).toHaveValue(/^\/storage\/.*featured-films\//);
  await dialog.locator('input[type=file]').first().setInputFiles(picture);
  await expect(page.getByText('Featured film created')).toBeVisible();
  const untitled = featured.getByRole('listitem').filter({ hasText: 'Untitled Film' }).first();
  await expect(untitled).toBeVisible();
  await untitled.getByRole('button', { name: 'Deactivate Untitled Film' }).click();
  await expect(untitled.getByText('Inactive')).toBeVisible();
  await untitled.getByRole('button', { name: 'Delete Untitled Film' }).click();
  await confirm();
  await expect(page.getByText('Featured film deleted')).toBeVisible();

  await page.goto('/admin/deleted');
  const deleted = page
    .getByRole('list', { name: 'Deleted' })
    .getByRole('listitem')
    .filter({ hasText: `${name} 2` });
  await expect(deleted).toContainText('Gone for good on');
  await deleted.getByRole('button', { name: `Restore ${name} 2` }).click();
  await expect(page.getByText('Restored', { exact: true })).toBeVisible();
  await expect(deleted).toHaveCount(0);
  await page.goto('/admin/categories');
  await expect(category).toContainText('Dezyèm deskripsyon');
  await category.getByRole('button', { name: `Delete ${name} 2` }).click();
  await expect(page.getByText('An admin can restore it for 30 days.')).toBeVisible();
  await confirm();
  await expect(page.getByText('Category deleted')).toBeVisible();
  await expect(category).toHaveCount(0);
  await page.goto('/admin/deleted');
  await page.getByRole('button', { name: `Delete for good: ${name} 2` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click();
  await expect(deleted).toHaveCount(0);
});

test('an admin acts on a member’s account with a reason, and the audit log has it', async ({
  page,
  request,
  signIn,
}) => {
  const member = await newMember(request);
  await signIn('admin');
  await page.goto(`/admin/users?q=${encodeURIComponent(member.email)}`);
  await page.getByRole('row', { name: member.email }).getByRole('link').click();
  await page.getByRole('button', { name: 'Grant subscription' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Grant subscription' }).click();
  await expect(dialog.getByText('Please give a reason')).toBeVisible();
  await dialog.getByLabel('Reason').fill('won the quiz');
  await dialog.getByRole('button', { name: 'Grant subscription' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('active', { exact: true })).toBeVisible();
  await expect(page.getByText('won the quiz')).toBeVisible();
  await page.getByRole('button', { name: 'End subscription' }).click();
  await dialog.getByLabel('Reason').fill('a mistake');
  await dialog.getByRole('button', { name: 'End subscription' }).click();
  await expect(page.getByText('canceled', { exact: true })).toBeVisible();
  await page.goto('/admin/audit?filter=members');
  await expect(page.getByRole('row').filter({ hasText: 'a mistake' }).first()).toContainText(
    'end_subscription',
  );
});
