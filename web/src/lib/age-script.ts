import type { Messages } from '@lakou/contract/translate';

/**
 * Pages are kept, so their markup has dates. This script writes ages instead while the page is being read, before they are
 * painted: later, the app would change the width of a text and move what is beside and below it. ui/relative-time.tsx
 * writes the same. Elements with `data-date` keep their date.
 */
export function ageScript({ shell }: Messages): string {
  const { moments_ago, minutes_ago, hours_ago, days_ago } = shell;
  const texts = [moments_ago, minutes_ago, hours_ago, days_ago.other, days_ago.one];
  return `(${writeAges})(${JSON.stringify(texts).replaceAll('<', '\\u003c')})`;
}

/** Runs in the page, as text: it must not refer to anything outside of itself. */
const writeAges = `([moments, minutes, hours, days, day]) => {
  const write = (time) => {
    const age = (Date.now() - Date.parse(time.dateTime)) / 6e4;
    if (age >= 10080) return;
    const [text, unit] = age < 1 ? [moments, 1] : age < 60 ? [minutes, 1] : age < 1440 ? [hours, 60] : [age < 2880 ? day : days, 1440];
    time.title = time.textContent;
    time.textContent = text.replace('{count}', Math.floor(age / unit));
  };
  const isRead = (time) => time.nextSibling ?? time.parentNode.nextSibling;
  const writeAll = (isReady) => document.querySelectorAll('time[datetime*=T]:not([title],[data-date])').forEach((time) => (isReady || isRead(time)) && write(time));
  const watch = new MutationObserver(() => writeAll(false));
  watch.observe(document, { childList: true, subtree: true });
  addEventListener('DOMContentLoaded', () => { watch.disconnect(); writeAll(true); });
}`.replaceAll(/\n\s*/g, '');
