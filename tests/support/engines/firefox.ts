import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { type Driver, type Engine, type Json, KEYS } from './driver.ts';
import { endProcess, waitForLine } from './start-program.ts';

/** No first-run pages, no updates, no telemetry; when films may start by themselves stays as Firefox ships it. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'signon.rememberSignons': false,
  'toolkit.telemetry.server': 'data:,',
  // Moving pictures cost a browser without a graphics card much of its time.
  'ui.prefersReducedMotion': 1,
};

/** Firefox speaks WebDriver BiDi by itself: https://w3c.github.io/webdriver-bidi. */
export async function startFirefox(program: string): Promise<Engine> {
  const profile = mkdtempSync(join(tmpdir(), 'lakou-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const child: ChildProcess = spawn(
    program,
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
    },
  );
  const [, address] = await waitForLine(child, child.stderr, /WebDriver BiDi listening on (ws:\S+)/);
  const connection = await openConnection(`${address}/session`);
  await connection.send('session.new', { capabilities: {} });
  await connection.send('session.subscribe', { events: ['log.entryAdded'] });
  return {
    openDriver: () => openDriver(connection),
    async stop() {
      connection.close();
      await endProcess(child);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of the protocol, each read where it is asked for.
type Answer = any;

interface Connection {
  send(method: string, params: object): Promise<Answer>;
  onEvent(listener: (method: string, params: Answer) => void): () => void;
  close(): void;
}

async function openConnection(url: string): Promise<Connection> {
  const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 64 * 1024 * 1024 });
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  const listeners = new Set<(method: string, params: Answer) => void>();
  let last = 0;
  socket.on('message', (data) => {
    const message = JSON.parse(String(data));
    if (message.type === 'event') {
      for (const listener of listeners) listener(message.method, message.params);
      return;
    }
    const { resolve, reject } = waiting.get(message.id) ?? {};
    waiting.delete(message.id);
    if (message.type === 'success') resolve?.(message.result);
    else reject?.(new Error(`${message.error}: ${message.message}`));
  });
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has ended'));
  });
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        socket.send(JSON.stringify({ id: last, method, params }));
      }),
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => socket.close(),
  };
}

async function openDriver({ send, onEvent }: Connection): Promise<Driver> {
  const { userContext } = await send('browser.createUserContext', {});
  const { context } = await send('browsingContext.create', { type: 'tab', userContext });
  await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 720 } });
  const complaints: string[] = [];
  const stopListening = onEvent((method, { level, text, source }) => {
    if (method !== 'log.entryAdded' || source.context !== context) return;
    if (level === 'error' || level === 'warn') complaints.push(text);
  });
  const act = (type: string, id: string, actions: object[], parameters?: object) =>
    send('input.performActions', { context, actions: [{ type, id, parameters, actions }] });

  async function run(source: string, args: Json[]): Promise<Json> {
    const { result, exceptionDetails } = await send('script.evaluate', {
      // JSON both ways: the protocol's own notation for objects is verbose.
      expression: `(async () => JSON.stringify((await (${source})(...${JSON.stringify(args)})) ?? null))()`,
      target: { context },
      awaitPromise: true,
      userActivation: false,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return JSON.parse(result.value);
  }

  return {
    async open(url) {
      // Fails too where the service worker answers in place of a server that is away: what the page shows decides.
      await send('browsingContext.navigate', { context, url, wait: 'none' }).catch(() => {});
    },
    run,
    tap: (x, y) =>
      act(
        'pointer',
        'mouse',
        [
          { type: 'pointerMove', x, y },
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
      const { nodes } = await send('browsingContext.locateNodes', {
        context,
        locator: { type: 'css', value: selector },
      });
      await send('input.setFiles', { context, element: { sharedId: nodes[0].sharedId }, files });
    },
    async screenshot() {
      const { data } = await send('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    complaints: async () => complaints,
    async close() {
      stopListening();
      // Closes its tabs too.
      await send('browser.removeUserContext', { userContext });
    },
  };
}
