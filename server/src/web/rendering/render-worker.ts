import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { createRequestHandler, type ServerBuild } from 'react-router';
import type { PageBytes } from '../page-body.ts';
import { entryOf } from '../web-app.ts';
import { renderHtml } from './render-html.ts';
import type { FromThread, PlainResponse, RenderThreadData, ToThread } from './render-messages.ts';
import { buildsByFirstPart, firstPart } from './routes-below.ts';

/*
 * A render thread: renders and compresses pages of the built web app. It reads nothing itself: data and previews come
 * from the main thread.
 */
if (!parentPort) throw new Error('render-worker.ts runs in a worker thread');
const port = parentPort;
const { folder } = workerData as RenderThreadData;
const build = (await import(pathToFileURL(join(folder, 'server/index.js')).href)) as ServerBuild;
const handleAny = createRequestHandler(build, 'production');
const handlers = new Map(
  Array.from(buildsByFirstPart(build), ([part, own]) => [part, createRequestHandler(own, 'production')]),
);

type Answer = Extract<ToThread, { kind: 'answer' }>['answer'];
const calls = new Map<number, PromiseWithResolvers<unknown>>();
let lastCall = 0;

port.on('message', (message: ToThread) => {
  if (message.kind === 'render') void render(message);
  else settle(message.call, message.answer);
});
send({ kind: 'ready' });

type Order = Extract<ToThread, { kind: 'render' }>;

async function render({ page, variant, settings, sharing }: Order): Promise<void> {
  const began = performance.now();
  try {
    const handle = handlers.get(firstPart(variant.address)) ?? handleAny;
    const result = await renderHtml(variant, {
      settings,
      sharing,
      fetchData: async (request) =>
        toResponse(await ask<PlainResponse>({ kind: 'data', page, request: await toPlain(request) })),
      findPreviews: (names) => ask({ kind: 'previews', page, names }),
      handle: (request, visit) => handle(request, entryOf(build).contextFor(visit)),
      fillIn: entryOf(build).fillIn,
    });
    const ms = performance.now() - began;
    send({ kind: 'rendered', page, result, ms }, result.page && buffersOf(result.page));
  } catch (error) {
    const known = error instanceof Error ? error : new Error(String(error));
    send({ kind: 'failed', page, error: known, ms: performance.now() - began });
  }
}

type Question<T = FromThread> = T extends { call: number } ? Omit<T, 'call'> : never;

function ask<T>(question: Question): Promise<T> {
  lastCall += 1;
  const call = Promise.withResolvers<unknown>();
  calls.set(lastCall, call);
  send({ ...question, call: lastCall });
  return call.promise as Promise<T>;
}

function settle(id: number, answer: Answer): void {
  const call = calls.get(id);
  calls.delete(id);
  if (answer instanceof Error) call?.reject(answer);
  else call?.resolve(answer);
}

function send(message: FromThread, transferred: ArrayBuffer[] = []): void {
  port.postMessage(message, transferred);
}

function buffersOf(page: PageBytes): ArrayBuffer[] {
  return [('brotli' in page ? page.brotli : page.html).bytes.buffer];
}

async function toPlain(request: Request) {
  const { url, method, headers } = request;
  return { url, method, headers: [...headers], body: request.body ? await request.text() : undefined };
}

function toResponse({ status, headers, body }: PlainResponse): Response {
  return new Response(body ?? null, { status, headers });
}
