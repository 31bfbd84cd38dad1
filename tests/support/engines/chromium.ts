import { chromium, type LaunchOptions } from '@playwright/test';
import type { Engine } from './driver.ts';

/** Chromium through Playwright, so that the same journeys run in it. */
export async function startChromium(options: LaunchOptions): Promise<Engine> {
  const browser = await chromium.launch(options);
  return {
    async openDriver() {
      const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      return {
        async open(url) {
          await page.goto(url, { waitUntil: 'commit' });
        },
        run: (source, args) => page.evaluate(`(${source})(...${JSON.stringify(args)})`),
        tap: (x, y) => page.mouse.click(x, y),
        async press(keys) {
          for (const key of keys) await page.keyboard.press(key);
        },
        chooseFiles: (selector, files) => page.setInputFiles(selector, files),
        screenshot: () => page.screenshot(),
        complaints: async () => complaints,
        close: () => context.close(),
      };
    },
    stop: () => browser.close(),
  };
}
