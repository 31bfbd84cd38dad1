import { expect, type Page } from '@playwright/test';

/** Nothing moves for longer than an instant, and no video but a film plays. The device asks for less motion (playwright.config.ts). */
export async function expectStill(page: Page): Promise<void> {
  const moving = await page.evaluate(() => {
    const animations = document.getAnimations().flatMap((animation) => {
      const { endTime } = animation.effect?.getComputedTiming() ?? {};
      const isInstant = typeof endTime === 'number' && endTime <= 10;
      const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null;
      return isInstant ? [] : [`animation of ${target?.tagName}.${target?.className} for ${endTime} ms`];
    });
    const videos = [...document.querySelectorAll('video')]
      .filter((video) => !video.paused && !video.closest('[data-player]'))
      .map(({ currentSrc }) => `video ${currentSrc}`);
    return [...animations, ...videos];
  });
  expect(moving, 'what moves although the device asks for less motion').toEqual([]);
}

/** Backgrounds and shadows are gone: buttons need an outline or border, the focus an outline. */
export async function expectVisibleInForcedColours(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  const unseen = await page.evaluate(() => {
    const nameOf = (element: Element): string =>
      `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}`;
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const hasEdge = (element: Element): boolean => {
      const style = getComputedStyle(element);
      const outline = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0;
      return outline || (style.borderTopStyle !== 'none' && Number.parseFloat(style.borderTopWidth) > 0);
    };
    const buttons = [...document.querySelectorAll('button, .button, [role="button"]')].filter(isShown);
    return buttons.filter((button) => !hasEdge(button)).map(nameOf);
  });
  expect(unseen, 'buttons without an edge with forced colours').toEqual([]);
  for (let stop = 0; stop < 4; stop += 1) {
    await page.keyboard.press('Tab');
    const faint = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return null;
      // What is drawn for an invisible field is beside or around it; the ring of a card's link is around the card.
      const around = [focused.parentElement, focused.closest('article'), focused.closest('li')];
      const drawn = [focused, ...around, ...(focused.parentElement?.children ?? [])].filter(
        (element) => element !== null,
      );
      const styles = drawn.flatMap((element) => [
        getComputedStyle(element),
        getComputedStyle(element, '::after'),
      ]);
      const isOutlined = styles.some(({ outlineStyle, outlineWidth }) => {
        // The browser's own ring is always seen.
        return outlineStyle === 'auto' || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2);
      });
      return isOutlined ? null : focused.outerHTML.slice(0, 200);
    });
    expect(faint, 'the focus cannot be seen with forced colours').toBeNull();
  }
  await page.emulateMedia({ forcedColors: 'none' });
}
