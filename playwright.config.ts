import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: '.cache/test-results',
  fullyParallel: true,
  // One more than the cores of a small machine: many tests wait for the server.
  workers: 3,
  // Two cores carry three servers and two browsers: slow is not wrong. A test that needs its second try is listed as flaky.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  retries: 2,
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
    // What it keeps costs every new browser seconds; catalogue/offline.spec.ts is about it.
    serviceWorkers: 'block',
  },
});
