import { expect, expectNoObstaclesInAnyLight, test } from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';

test('an admin makes a film; a second one who edits it is told, and nothing is lost unasked', async ({
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
  await expectNoObstaclesInAnyLight(second);
  await second.getByRole('button', { name: `Delete ${title}` }).click();
  await second.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(second.getByText('Movie deleted')).toBeVisible();
  await expect(second.getByText('Nothing found')).toBeVisible();
});

test('an admin makes a series with its episodes, and puts them in order', async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/admin/series/new');
  await page.getByRole('button', { name: 'Add Series' }).click();
  await expect(page.getByText('Title is required')).toBeVisible();
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Seri tès');
  await page.getByRole('button', { name: 'Add Series' }).click();
  await expect(page.getByText('Series added!')).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/series\/[\da-f-]{36}$/);
  for (const name of ['Youn', 'De']) {
    await page.getByRole('button', { name: 'Add Episode' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Title', exact: true }).fill(name);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  }
  await page.getByRole('button', { name: 'Move De up' }).click();
  await expect(page.getByText('1. De')).toBeVisible();
  await expect(page.getByText('2. Youn')).toBeVisible();
});

test('an admin helps a member with a reason, and it is on record', async ({ page, request, signIn }) => {
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
