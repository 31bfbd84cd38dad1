import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';

const url = () => process.env.LAKOU_URL ?? '';

for (const width of [360, 768, 1280, 1920]) {
  test(`a visitor sees the demo's posters on a screen of ${width} px`, async ({ page }) => {
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.setViewportSize({ width, height: 800 });
    await page.goto(url());
    await expect(page.getByRole('heading', { level: 1, name: 'Lakou' })).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveCount(24);

    const last = page.locator('img').last();
    await last.scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        page
          .locator('img')
          .evaluateAll((all) => all.every((img) => (img as HTMLImageElement).naturalWidth > 0)),
      )
      .toBe(true);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(sideways).toBe(false);
    expect(complaints).toEqual([]);
  });
}

test('a visitor with a screen reader meets no serious obstacle', async ({ page }) => {
  await page.goto(url());
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([]);
});
