import type { BrowserContext } from '@playwright/test';

/** As most browsers are: pages download by themselves. Chromium has it, and its headless shell never starts it. */
export async function removeBackgroundFetch(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    if ('ServiceWorkerRegistration' in globalThis)
      Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'backgroundFetch');
  });
}
