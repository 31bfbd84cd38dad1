import { expect, servers, test } from '../../support/browser.ts';
import { newMember } from '../../support/new-member.ts';

test('a member whose sign-in is old confirms that it is them, and the change is made', async ({
  page,
  signIn,
  request,
  allowConsoleErrors,
}) => {
  allowConsoleErrors(/40[03]|422/);
  const member = await newMember(request);
  await signIn(member);
  await page.goto('/account');
  // As for an old session: refused until the password was given.
  let isConfirmed = false;
  await page.route('**/auth/v1/user', async (route) => {
    const body = route.request().method() === 'PUT' ? route.request().postDataJSON() : {};
    if (body.password && !isConfirmed) {
      const refusal = { code: 'reauthentication_needed', message: 'This change requires a recent sign-in' };
      return route.fulfill({
        status: 400,
        json: refusal,
        headers: { 'x-supabase-api-version': '2024-01-01', 'access-control-allow-origin': '*' },
      });
    }
    const response = await route.fetch();
    isConfirmed ||= response.ok() && Boolean(body.current_password);
    return route.fulfill({ response });
  });

  const password = page.getByRole('region', { name: 'Password' });
  await password.getByLabel('New Password', { exact: true }).fill('yon-lot-modpas');
  await password.getByLabel('Confirm New Password').fill('yon-lot-modpas');
  await password.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.getByLabel('Current password').fill('yon move modpas');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('This password is not right')).toBeVisible();
  await dialog.getByLabel('Current password').fill(member.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Password successfully updated!')).toBeVisible();
  await expect(dialog).toBeHidden();
  const signedIn = await request.post(`${servers.demo()}/auth/v1/token?grant_type=password`, {
    data: { email: member.email, password: 'yon-lot-modpas' },
  });
  expect(signedIn.ok()).toBe(true);
});
