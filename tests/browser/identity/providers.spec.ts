import { expect, servers, test, waitForHydration } from '../../support/browser.ts';
import { address, toasts } from './people.ts';

/** Where, which button, and the specification’s sentence when it fails. */
const failures = [
  ['/login', 'Continue with Google', 'An error occurred with Google login'],
  ['/login', 'Continue with Facebook', 'An error occurred with Facebook login'],
  ['/register', 'Sign up with Google', 'An error occurred with Google sign up'],
  ['/register', 'Sign up with Facebook', 'An error occurred with Facebook sign up'],
] as const;

for (const [path, button, landsOn] of [
  ['/login', 'Continue with Google', '/'],
  ['/register', 'Sign up with Facebook', '/films'],
] as const) {
  test(`a visitor chooses "${button}" and comes back to ${landsOn}, signed in`, async ({ page }) => {
    await page.goto(path);
    await waitForHydration(page);
    await page.getByRole('button', { name: button }).click();
    await expect(toasts(page)).toContainText('Successfully logged in!');
    await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
    await expect(page).toHaveURL(servers.demo() + landsOn);
    // The provider's response is not in the history either.
    await page.goBack();
    expect(await address(page)).not.toContain('access_token');
  });
}

test('a visitor who chooses a provider that is not configured sees so on the same page', async ({ page }) => {
  for (const [path, buttons] of [
    ['/login', { Google: 'Continue with Google', Facebook: 'Continue with Facebook' }],
    ['/register', { Google: 'Sign up with Google', Facebook: 'Sign up with Facebook' }],
  ] as const) {
    await page.goto(servers.strict() + path);
    await waitForHydration(page);
    for (const [provider, button] of Object.entries(buttons)) {
      await page.getByRole('button', { name: button }).click();
      const sentence = `${provider} login is not enabled. Please contact the administrator.`;
      await expect(toasts(page).getByText(sentence)).toBeVisible();
    }
    expect(await address(page)).toBe(servers.strict() + path);
  }
});

test('a visitor sees when a provider cannot be reached', async ({ page, allowConsoleErrors }) => {
  allowConsoleErrors(/Failed to load resource/);
  await page.route('**/auth/v1/authorize**', (route) => route.fulfill({ status: 500, json: { msg: 'x' } }));
  for (const [path, button, sentence] of failures) {
    if (!page.url().endsWith(path)) await page.goto(path);
    await waitForHydration(page);
    await page.getByRole('button', { name: button }).click();
    await expect(toasts(page).getByText(sentence)).toBeVisible();
  }
  await page.route('**/auth/v1/settings', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign up with Google' }).click();
  await expect(toasts(page).getByText('Network error.')).toBeVisible();
});

test('a visitor who was refused by the provider sees the reason once, in a clean address', async ({
  page,
}) => {
  for (const [code, sentence] of [
    ['identity_already_exists', 'This account is already linked to another member'],
    ['bad_oauth_callback', 'Signing in was cancelled'],
    ['something_new', 'Signing in did not work. Please try again.'],
  ] as const) {
    const words = `error=access_denied&error_code=${code}&error_description=English+only`;
    await page.goto(`/categories?${words}#${words}`);
    await expect(toasts(page).getByText(sentence)).toBeVisible();
    await expect.poll(() => address(page)).toBe(`${servers.demo()}/categories`);
  }
});

for (const [path, button, sentence] of failures) {
  test(`a visitor who chooses "${button}" and refuses there sees the specification’s sentence`, async ({
    page,
  }) => {
    const isProvider = ({ searchParams }: URL) =>
      searchParams.has('redirect_uri') && searchParams.has('state');
    await page.route(isProvider, (route) => {
      const asked = new URL(route.request().url()).searchParams;
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.search = `${new URLSearchParams({ error: 'access_denied', state: asked.get('state') ?? '' })}`;
      return route.fulfill({ status: 302, headers: { location: back.href } });
    });
    await page.goto(path);
    await waitForHydration(page);
    await page.getByRole('button', { name: button }).click();
    await expect(toasts(page).getByText(sentence)).toBeVisible();
    expect(await address(page)).not.toContain('error');
  });
}
