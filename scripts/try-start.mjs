// Starts the server as a newcomer does (`npm start`), waits until it serves, opens the home page and stops it again.
// For systems on which the whole suite does not run; CI calls it on macOS and Windows.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './setup.mjs';

const PORT = process.env.PORT ?? '4310';
const url = `http://127.0.0.1:${PORT}`;
const folder = mkdtempSync(join(tmpdir(), 'lakou-try-'));

const server = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
  cwd: root,
  env: { ...process.env, PORT, DATA_DIR: folder },
  stdio: 'inherit',
});
const ended = new Promise((resolve) => server.once('exit', resolve));

try {
  await Promise.race([
    ready(),
    ended.then((code) => Promise.reject(new Error(`the server ended with ${code}`))),
  ]);
  const page = await fetch(url);
  if (page.status !== 200) throw new Error(`the home page answered ${page.status}`);
  console.log('The server started and served the home page.');
} finally {
  server.kill();
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

async function ready() {
  // Bounded by the time limit of the CI job: a first start installs and builds everything.
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(500);
  }
}
