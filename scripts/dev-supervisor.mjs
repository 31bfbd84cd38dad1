// Runs the server as a child process and restarts it when one of its files changes. The web app is not watched: Vite,
// inside the server, updates the browser by itself.
import { spawn } from 'node:child_process';
import { join, relative } from 'node:path';
import process from 'node:process';
import { describeMigrationChanges, readMigrations } from './migration-changes.mjs';
import { root } from './setup.mjs';
import { watchFolder } from './watch-folder.mjs';

/** Editors write a file in several steps, and a checkout writes many files. */
const DEBOUNCE_MS = 100;
/** Running requests get this long before the process is killed. */
const STOP_MS = 5000;

const SERVER_FOLDERS = ['server/src', 'platform/src', 'contract/src', 'media/src', 'supabase/functions'];
const MIGRATIONS = 'supabase/migrations';

const env = { ...process.env, WEB_SOURCE: process.env.WEB_SOURCE || 'web' };
let server;
let isStopping = false;
let hasBeenReady = false;
/** When the first file of the next restart changed. */
let changedAt;
let restarts = Promise.resolve();
let isRestarting = false;
let ranMigrations = readMigrations(join(root, MIGRATIONS));

start();
for (const folder of SERVER_FOLDERS) watchFolder(join(root, folder), onServerFile);
watchFolder(join(root, MIGRATIONS), debounce(onMigrations));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);

function start() {
  ranMigrations = readMigrations(join(root, MIGRATIONS));
  const flags = [
    // Node loads the same build of React Router as Vite does.
    '--conditions=development',
    // The embedded database starts a second earlier, and runs slower.
    '--liftoff-only',
    '--disable-warning=ExperimentalWarning',
  ];
  const child = spawn(
    process.execPath,
    [...flags, 'server/src/main.ts', ...(hasBeenReady ? ['--quiet'] : [])],
    { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] },
  );
  server = child;
  child.on('message', ({ ready }) => ready && onReady(child, ready));
  child.on('exit', (code, signal) => onExit(child, signal ? 1 : (code ?? 1)));
}

async function onReady(child, address) {
  const { ok } = await fetch(`${address}/readyz`).catch(() => ({ ok: false }));
  if (!ok) return;
  // With PORT=0 the next process takes the same port, so that open pages find it.
  env.PORT = new URL(address).port;
  if (hasBeenReady && changedAt)
    console.log(
      `Restarted in ${((performance.now() - changedAt) / 1000).toFixed(1)} s (process ${child.pid}).`,
    );
  else console.log(`Watching for changes (process ${child.pid}).`);
  hasBeenReady = true;
  changedAt = undefined;
}

function onExit(child, code) {
  if (isStopping) process.exit(code);
  if (child !== server) return;
  server = undefined;
  // Before it was ever ready there is nothing to wait for: a setting is wrong, or the port is taken.
  if (!hasBeenReady) process.exit(code);
  if (!isRestarting) console.log('The server has ended. It starts again when one of its files changes.');
}

function onServerFile(path) {
  if (/\.test\.tsx?$|[~#]$|\.sw[a-z]$/.test(path)) return;
  if (!changedAt) console.log(`Changed: ${relative(root, path)}`);
  scheduleRestart();
}

function onMigrations() {
  const { hasNew, messages } = describeMigrationChanges(
    ranMigrations,
    readMigrations(join(root, MIGRATIONS)),
  );
  for (const message of messages) console.log(message);
  if (hasNew) scheduleRestart();
}

function scheduleRestart() {
  changedAt ??= performance.now();
  restartSoon();
}

const restartSoon = debounce(() => {
  restarts = restarts.then(restart);
});

async function restart() {
  isRestarting = true;
  await endServer();
  isRestarting = false;
  if (!isStopping) start();
}

function endServer() {
  const child = server;
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  return new Promise((resolve) => {
    const patience = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    child.once('exit', () => {
      clearTimeout(patience);
      resolve();
    });
    sendStop(child);
  });
}

/** By message, because Windows has no SIGTERM that a process could handle. */
function sendStop(child) {
  if (child.connected) child.send('stop');
  else child.kill();
}

function stop() {
  isStopping = true;
  if (!server) process.exit(0);
  sendStop(server);
}

function debounce(work) {
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(work, DEBOUNCE_MS);
  };
}
