import { defineConfig } from '@playwright/test';

// A developer's .env must not reach the servers that tests start.
process.env.ENV_FILE = '';

export default defineConfig({
  testDir: 'tests/browser',
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
