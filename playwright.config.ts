import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import type { EngineName } from './tests/support/engines/driver.ts';
import type { EngineOptions } from './tests/support/engines/journey.ts';

// A developer's .env must not reach the servers that tests start.
process.env.ENV_FILE = '';

const programs = {
  firefox: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
  webkitDriver: process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver',
  xvfb: process.env.XVFB_PATH ?? '/usr/bin/Xvfb',
};

/** Chromium has tests/browser, so there the journeys run only at full size. */
const engines: EngineName[] = [];
if (process.env.LONG) engines.push('chromium');
if (existsSync(programs.firefox)) engines.push('firefox');
if (existsSync(programs.webkitDriver) && existsSync(programs.xvfb)) engines.push('webkit');

export default defineConfig<object, EngineOptions>({
  testDir: 'tests',
  outputDir: '.cache/test-results',
  fullyParallel: true,
  // One more than the cores of a small machine: many tests mostly wait for the server.
  workers: 3,
  // Two cores run three servers and three browsers: generous times, and one retry, which is reported as flaky.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json']],
  globalSetup: './tests/support/browser-server.ts',
  projects: [
    // Tagged: what takes long and repeats on another screen, or in another state, what a test without the tag shows.
    { name: 'browser', testDir: 'tests/browser', ...(!process.env.LONG && { grepInvert: /@long/ }) },
    ...engines.map((engine) => ({
      name: `journeys in ${engine}`,
      testDir: 'tests/engines',
      // A worker starts its engine once.
      fullyParallel: false,
      timeout: 300_000,
      ...(!process.env.LONG && { grep: /@short/ }),
      use: { engine, programs },
    })),
  ],
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    screenshot: 'only-on-failure',
    // Filling its cache costs every new browser context seconds; catalogue/offline.spec.ts tests it.
    serviceWorkers: 'block',
    // Moving pictures cost a browser without a graphics card a fifth of its time; tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
  },
});
