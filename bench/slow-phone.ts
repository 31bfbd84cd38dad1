import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import type { SlowLine } from './slow-line.ts';

/** The cost of one visit: times in milliseconds since it began, sizes in bytes on the wire. */
export interface Visit {
  firstPaint: number;
  largestPaint: number;
  shift: number;
  bytes: number;
  script: number;
}

const SLOWER = 4;
/** Waits for what follows the load event: late paints, and the service worker's first requests. */
const AFTERWARDS_MS = 4000;

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  });
}

/** A phone of 360 px at double density, without caches. */
export function newPhone(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
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
  await page.waitForTimeout(AFTERWARDS_MS);
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: Omit<Visit, 'bytes' | 'script'> }).seen,
  );
  await page.close();
  return { ...seen, script, bytes: line.received() - before };
}

function watchPaints(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const seen = { firstPaint: 0, largestPaint: 0, shift: 0 };
    Object.assign(globalThis, { seen });
    const watch = (type: string, note: (entry: PerformanceEntry) => void): void =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
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
