import { expect } from '@playwright/test';
import type { Driver, EngineName, Json } from './driver.ts';

/** What a journey looks for: an element by its role, or any selector, with the name that people read or hear. */
interface Target {
  css: string;
  /** Its accessible name contains this; a pattern has to match it. */
  name?: string | RegExp;
}

const ROLES = {
  link: 'a[href], [role=link]',
  button: 'button, [role=button], input[type=submit]',
  field: 'input:not([type=hidden]), textarea, select, [role=textbox], [role=combobox], [role=slider]',
  heading: 'h1, h2, h3, [role=heading]',
};

export const link = (name: string | RegExp): Target => ({ css: ROLES.link, name });
export const button = (name: string | RegExp): Target => ({ css: ROLES.button, name });
export const field = (name: string | RegExp): Target => ({ css: ROLES.field, name });
export const heading = (name: string | RegExp): Target => ({ css: ROLES.heading, name });

/** Long enough for a busy machine: nothing here is about speed. */
const PATIENCE = { timeout: 100_000 };

/** One window of an engine, used as a person does: everything waits until it can be seen and reached. */
export class EnginePage {
  readonly engine: EngineName;
  private readonly driver: Driver;
  private readonly base: string;

  constructor(engine: EngineName, driver: Driver, base: string) {
    this.engine = engine;
    this.driver = driver;
    this.base = base;
  }

  /** Opens a page of ours and waits until it takes clicks. */
  async open(path: string, { base = this.base, hydrated = true } = {}): Promise<void> {
    const url = new URL(path, base).href;
    // Marks the page that is left, which may have the same address.
    await this.evaluate(() => document.documentElement.setAttribute('data-left', 'yes')).catch(() => {});
    await this.driver.open(url);
    await this.until(
      (mustHydrate) => {
        const { left, hydrated: isHydrated } = document.documentElement.dataset;
        return left !== 'yes' && location.href !== 'about:blank' && (!mustHydrate || isHydrated === 'yes');
      },
      `${path} opens`,
      hydrated,
    );
  }

  /** Runs a function in the page; it sees only its arguments. */
  async evaluate<A extends Json[], R>(read: (...args: A) => R, ...args: A): Promise<Awaited<R>> {
    return (await this.driver.run(String(read), args)) as Awaited<R>;
  }

  /** Waits until the function returns something true in the page. A page that is being left answers later. */
  async until<A extends Json[]>(read: (...args: A) => unknown, what: string, ...args: A): Promise<void> {
    await expect
      .poll(() => this.evaluate(read, ...args).then(Boolean, () => false), {
        ...PATIENCE,
        message: `${this.engine}: ${what}`,
      })
      .toBe(true);
  }

  /** Waits until it is there and can be seen. */
  async sees(target: Target): Promise<void> {
    await this.pointAt(target);
  }

  async seesText(text: string): Promise<void> {
    await this.until((wanted) => document.body.textContent.includes(wanted), `shows “${text}”`, text);
  }

  async click(target: Target): Promise<void> {
    const [x, y] = await this.pointAt(target);
    await this.driver.tap(x, y);
  }

  /** Clicks into a field and types. */
  async fill(target: Target, text: string): Promise<void> {
    await this.click(target);
    await this.press(...text);
  }

  async press(...keys: string[]): Promise<void> {
    await this.driver.press(keys);
  }

  async chooseFiles(selector: string, ...files: string[]): Promise<void> {
    await this.until((css) => document.querySelector(css) !== null, `has ${selector}`, selector);
    await this.driver.chooseFiles(selector, files);
  }

  async path(): Promise<string> {
    return this.evaluate(() => location.pathname);
  }

  async waitForPath(pattern: RegExp): Promise<void> {
    await this.until(
      (source) => new RegExp(source).test(location.pathname),
      `goes to ${pattern}`,
      pattern.source,
    );
  }

  /** The middle of the first match that can be seen and that nothing covers, after scrolling to it. */
  private async pointAt({ css, name }: Target): Promise<[number, number]> {
    const pattern = name instanceof RegExp ? name.source : null;
    let point: [number, number] | null = null;
    await expect
      .poll(
        async () => {
          point = await this.evaluate(
            findPoint,
            css,
            pattern === null ? ((name as string) ?? '') : '',
            pattern,
          ).catch(() => null);
          return point !== null;
        },
        { ...PATIENCE, message: `${this.engine}: finds ${name ?? ''} (${css})` },
      )
      .toBe(true);
    return point as unknown as [number, number];
  }
}

/** Runs in the page. */
async function findPoint(
  css: string,
  text: string,
  pattern: string | null,
): Promise<[number, number] | null> {
  const nameOf = (element: Element): string => {
    const byIds = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => (id && document.getElementById(id)?.textContent) || '')
      .join(' ')
      .trim();
    const labels = [...((element as HTMLInputElement).labels ?? [])]
      .map((label) => label.textContent)
      .join(' ');
    const own =
      element.textContent?.trim() || element.querySelector('img')?.alt || element.getAttribute('title');
    return (element.getAttribute('aria-label') ?? (byIds || labels || own || '')).replace(/\s+/g, ' ').trim();
  };
  const matches = (element: Element): boolean =>
    pattern === null ? nameOf(element).includes(text) : new RegExp(pattern).test(nameOf(element));
  for (const element of [...document.querySelectorAll(css)].filter(matches)) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const before = element.getBoundingClientRect();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { x, y, width, height } = element.getBoundingClientRect();
    // Still moving: a tap would miss it.
    if (x !== before.x || y !== before.y || width === 0 || height === 0) continue;
    const middle: [number, number] = [x + width / 2, y + height / 2];
    const hit = document.elementFromPoint(...middle);
    if (hit && (element.contains(hit) || hit.closest('label')?.control === element)) return middle;
  }
  return null;
}
