import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** Pictures of every page to look at: `npm run build && npm run screenshots`. */
export default defineConfig(base, {
  testDir: '.',
  outputDir: '../../.cache/test-results',
  globalSetup: '../support/browser-server.ts',
  timeout: 300_000,
  retries: 0,
  reporter: 'list',
  projects: [{ name: 'screenshots', testDir: '.' }],
});
