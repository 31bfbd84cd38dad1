import {
  expect,
  expectAccessibleInBothThemes,
  expectNoHorizontalScroll,
  test,
} from '../../support/browser.ts';

interface FailedJob {
  id: number;
  kind: string;
  failed_at: string;
  attempts: number;
  last_error: string;
  repeats: boolean;
}

const failed = (id: number, changes: Partial<FailedJob> = {}): FailedJob => ({
  id,
  kind: 'mail_contact_message',
  failed_at: new Date(Date.UTC(2026, 10, 14, 9, 30) + id * 60_000).toISOString(),
  attempts: 100,
  last_error: 'Connection refused',
  repeats: false,
  ...changes,
});

test('an admin sees that nothing has failed', { tag: '@long' }, async ({ page, signIn }) => {
  await signIn('admin');
  await page.goto('/admin/jobs');
  const section = page.getByRole('region', { name: 'Failed background work' });
  await expect(section.getByText('Nothing has failed.')).toBeVisible();
});

test('an admin retries and discards failed work by keyboard, on a small phone', async ({ page, signIn }) => {
  let jobs = [
    ...Array.from({ length: 27 }, (_, n) => failed(40 - n)),
    failed(3, { kind: 'sweep_storage', attempts: 20, repeats: true }),
    failed(2, { kind: 'work_of_a_newer_version', attempts: 1, last_error: 'x'.repeat(300) }),
  ];
  const calls: unknown[] = [];
  // Work that fails for good takes days to come about.
  await page.route('**/rest/v1/rpc/admin_failed_jobs*', async (route) => {
    const { before_id = Number.POSITIVE_INFINITY } = route.request().postDataJSON() ?? {};
    await route.fulfill({ json: jobs.filter(({ id }) => id < before_id).slice(0, 25) });
  });
  for (const name of ['retry_failed_job', 'discard_failed_job']) {
    await page.route(`**/rest/v1/rpc/${name}*`, async (route) => {
      const { job_id } = route.request().postDataJSON();
      calls.push([name, job_id]);
      jobs = jobs.filter(({ id }) => id !== job_id);
      await route.fulfill({ json: true });
    });
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn('admin');
  await page.goto('/admin/jobs');
  const list = page.getByRole('list', { name: 'Failed background work' });
  await expect(list.getByRole('listitem')).toHaveCount(25);
  const mail = list.getByRole('listitem').filter({ hasText: 'Email a contact message to support' }).first();
  await expect(mail).toContainText('November 14, 2026 10:10 UTC');
  await expect(mail).toContainText('tried 100 times');
  await expect(mail).toContainText('Connection refused');

  await page.getByRole('button', { name: 'Show older' }).press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(29);
  const sweep = list.getByRole('listitem').filter({ hasText: 'It is tried again automatically.' });
  await expect(sweep.getByRole('button')).toHaveCount(1);
  const newer = list.getByRole('listitem').filter({ hasText: 'work of a newer version' });
  await expect(newer).toContainText('tried once');
  await expectNoHorizontalScroll(page);
  await expectAccessibleInBothThemes(page);

  await mail.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(page.getByText('It is done again now')).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(28);

  await newer.getByRole('button', { name: 'Discard' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Discard “work of a newer version”?' });
  await question.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(28);
  await newer.getByRole('button', { name: 'Discard' }).press('Enter');
  await question.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(question).toBeHidden();
  await expect(list.getByRole('listitem')).toHaveCount(27);
  expect(calls).toEqual([
    ['retry_failed_job', 40],
    ['discard_failed_job', 2],
  ]);
});
