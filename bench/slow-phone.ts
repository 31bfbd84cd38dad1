import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import type { SlowLine } from './slow-line.ts';

/** The cost of one visit: times in milliseconds since it began, sizes in bytes on the wire. */
export interface Visit {
  firstPaint: number;
  largestPaint: number;
  shift: number;
  bytes: number;
  script: number;
  /** Of `script`, what had come when the app reacted to a tap; all of it on a page without an app. */
  scriptUntilApp: number;
}

const SLOWER = 4;
/** What follows the load event (a member's own parts, late paints, the service worker) is over when the line is quiet. */
const QUIET_MS = 3000;
const LONGEST_MS = 30_000;

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A phone of 360 px at double density, without caches; with the cookies and storage of `storageState`. */
export function newPhone(browser: Browser, storageState?: State): Promise<BrowserContext> {
  return browser.newContext({
    ...(storageState && { storageState }),
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  });
}

/** One visit over a slow line, on a processor four times slower than this one. */
export async function visit(phone: BrowserContext, line: SlowLine, path: string): Promise<Visit> {
  const page = await phone.newPage();
  const protocol = await phone.newCDPSession(page);
  await protocol.send('Network.enable');
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const scripts = new Set<string>();
  let script = 0;
  let scriptUntilApp: number | undefined;
  await page.exposeFunction('noteApp', () => {
    scriptUntilApp ??= script;
  });
  protocol.on(
    'Network.responseReceived',
    ({ requestId, type }) => type === 'Script' && scripts.add(requestId),
  );
  protocol.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) script += encodedDataLength;
  });
  const before = line.received();
  await watchPaints(page);
  await page.goto(line.url + path, { waitUntil: 'load', timeout: 120_000 });
  await untilQuiet(line);
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: Pick<Visit, 'firstPaint' | 'largestPaint' | 'shift'> }).seen,
  );
  await page.close();
  return { ...seen, script, scriptUntilApp: scriptUntilApp ?? script, bytes: line.received() - before };
}

async function untilQuiet(line: SlowLine): Promise<void> {
  const latest = performance.now() + LONGEST_MS;
  let [received, since] = [line.received(), performance.now()];
  while (performance.now() < Math.min(since + QUIET_MS, latest)) {
    await sleep(100);
    if (line.received() !== received) [received, since] = [line.received(), performance.now()];
  }
}

function watchPaints(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const seen = { firstPaint: 0, largestPaint: 0, shift: 0 };
    Object.assign(globalThis, { seen });
    const watch = (type: string, note: (entry: PerformanceEntry) => void): void =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    // web/src/lib/when-hydrated.ts
    new MutationObserver((_changes, observer) => {
      if (!document.documentElement?.dataset.hydrated) return;
      observer.disconnect();
      (globalThis as unknown as { noteApp(): void }).noteApp();
    }).observe(document, { attributes: true, attributeFilter: ['data-hydrated'], subtree: true });
    watch('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') seen.firstPaint = startTime;
    });
    watch('largest-contentful-paint', ({ startTime }) => {
      seen.largestPaint = startTime;
    });
    watch('layout-shift', (entry) => {
      const { value, hadRecentInput } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      };
      if (!hadRecentInput) seen.shift += value;
    });
  });
}
