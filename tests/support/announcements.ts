import type { Page } from '@playwright/test';

/**
 * Notes what screen readers announce: text that appears in a live region which was rendered before, and alerts. A region that
 * comes with its text, or is not displayed while it is empty, is passed over by many. To be called before the page is opened.
 */
export async function recordAnnouncements(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const LIVE = '[role="status"], [role="log"], [aria-live="polite"], [aria-live="assertive"]';
    const announced: string[] = [];
    Object.assign(globalThis, { announced });
    /** Regions that were there, displayed, when the page was last drawn. */
    let known = new WeakSet<Element>();
    const look = (): void => {
      known = new WeakSet([...document.querySelectorAll(LIVE)].filter((region) => region.checkVisibility()));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(LIVE);
        if (region && known.has(region)) announced.push(region.textContent ?? '');
        for (const node of addedNodes) {
          const alert = node instanceof Element ? node.closest('[role="alert"]') : null;
          const inside = node instanceof Element ? node.querySelector('[role="alert"]') : null;
          if (alert ?? inside) announced.push((alert ?? inside)?.textContent ?? '');
        }
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { announced: string[] }).announced);
}
