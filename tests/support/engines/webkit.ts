import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Driver, type Engine, type Json, KEYS } from './driver.ts';
import { endProcess, waitForLine } from './start-program.ts';

/** WebKitGTK through its WebDriver (https://w3c.github.io/webdriver); it needs a display, so it gets one of its own. */
export async function startWebKit(programs: { driver: string; xvfb: string }): Promise<Engine> {
  const display = spawn(
    programs.xvfb,
    ['-displayfd', '1', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const [number] = await waitForLine(display, display.stdout, /^\d+$/);
  const port = await findFreePort();
  const settings = mkdtempSync(join(tmpdir(), 'lakou-webkit-'));
  mkdirSync(join(settings, 'gtk-3.0'));
  // Reduced motion: moving pictures cost a browser without a graphics card much of its time.
  writeFileSync(join(settings, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  const child = spawn(programs.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: `:${number}`,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      LANG: 'C.UTF-8',
      XDG_CONFIG_HOME: settings,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(child, url);
  return {
    openDriver: () => openDriver(url),
    async stop() {
      await endProcess(child);
      await endProcess(display);
      rmSync(settings, { recursive: true, force: true });
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

async function waitUntilReady(child: ChildProcess, url: string): Promise<void> {
  while (child.exitCode === null) {
    const answer = await fetch(`${url}/status`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of the protocol, each read where it is asked for.
async function send(method: string, url: string, body?: object): Promise<any> {
  const answer = await fetch(url, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/**
 * The driver passes on no console. This listens in the page, from the moment it is there; what the security policy
 * refused before is still reported.
 */
const LISTEN = `
  if (!globalThis.complaints) {
    const kept = JSON.parse(sessionStorage.getItem('complaints') ?? '[]');
    const add = (...parts) => {
      kept.push(parts.map((part) => part?.stack ?? String(part)).join(' '));
      sessionStorage.setItem('complaints', JSON.stringify(kept));
    };
    globalThis.complaints = kept;
    for (const name of ['error', 'warn']) {
      const write = console[name];
      console[name] = (...parts) => { add(...parts); write.apply(console, parts); };
    }
    addEventListener('error', (event) => add(event.message ?? 'error', event.filename ?? ''));
    addEventListener('unhandledrejection', ({ reason }) => add('unhandled', reason));
    new ReportingObserver(
      (reports) => { for (const { type, body } of reports) add(type, JSON.stringify(body)); },
      { buffered: true },
    ).observe();
  }`;

async function openDriver(url: string): Promise<Driver> {
  const { sessionId } = await send('POST', `${url}/session`, {
    capabilities: {
      alwaysMatch: { pageLoadStrategy: 'none', timeouts: { script: 60_000 } },
    },
  });
  const call = (path: string, body?: object) =>
    send(body ? 'POST' : 'GET', `${url}/session/${sessionId}/${path}`, body);
  await call('window/rect', { width: 1280, height: 800, x: 0, y: 0 });
  const act = (type: string, id: string, actions: object[], parameters?: object) =>
    call('actions', { actions: [{ type, id, parameters, actions }] });

  async function run(source: string, args: Json[]): Promise<Json> {
    const { text, error } = await call('execute/async', {
      script: `
        const done = arguments[1];
        if (location.protocol.startsWith('http')) {${LISTEN}}
        (async () => (${source})(...JSON.parse(arguments[0])))().then(
          (value) => done({ text: JSON.stringify(value ?? null) }),
          (error) => done({ error: String(error) }),
        );`,
      args: [JSON.stringify(args)],
    });
    if (error) throw new Error(error);
    return JSON.parse(text);
  }

  return {
    async open(address) {
      await call('url', { url: address });
    },
    run,
    tap: (x, y) =>
      act(
        'pointer',
        'mouse',
        [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
        { pointerType: 'mouse' },
      ),
    press: (keys) =>
      act(
        'key',
        'keyboard',
        keys.flatMap((key) => [
          { type: 'keyDown', value: KEYS[key] ?? key },
          { type: 'keyUp', value: KEYS[key] ?? key },
        ]),
      ),
    async chooseFiles(selector, files) {
      const element = await call('element', { using: 'css selector', value: selector });
      await call(`element/${Object.values(element)[0]}/value`, { text: files.join('\n') });
    },
    async screenshot() {
      return Buffer.from(await call('screenshot'), 'base64');
    },
    complaints: async () => (await run('() => globalThis.complaints ?? []', [])) as string[],
    async close() {
      await send('DELETE', `${url}/session/${sessionId}`);
    },
  };
}
