import { createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of a server, which can replace a file's response or be closed. */
export interface ProxiedServer {
  url: string;
  /** Answers this path with a status and a text from now on; `undefined` forwards it to the server again. */
  replace(path: string, answer: { status: number; text: string } | undefined): void;
  /** Requests for these paths wait from now on; `undefined` forwards them, and those that wait. */
  hold(paths: RegExp | undefined): void;
  /** The paths of all requests that were forwarded. */
  forwarded: string[];
  /** The paths of those that were answered with a whole file. */
  delivered: string[];
  close(): Promise<void>;
}

export async function startProxiedServer(target: string): Promise<ProxiedServer> {
  const replaced = new Map<string, { status: number; text: string }>();
  const forwarded: string[] = [];
  const delivered: string[] = [];
  let held: RegExp | undefined;
  const waiting: (() => void)[] = [];
  const answer: RequestListener = (incoming, outgoing) => {
    if (held?.test(incoming.url ?? '')) {
      waiting.push(() => outgoing.destroyed || answer(incoming, outgoing));
      return;
    }
    const own = replaced.get(incoming.url ?? '');
    if (own) {
      outgoing.writeHead(own.status, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
      outgoing.end(own.text);
      return;
    }
    forwarded.push(incoming.url ?? '');
    const { method, headers } = incoming;
    const onward = request(target + incoming.url, { method, headers }, (answered) => {
      outgoing.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(outgoing);
      outgoing.on('finish', () => answered.statusCode === 200 && delivered.push(incoming.url ?? ''));
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  };
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    replace(path, own) {
      if (own) replaced.set(path, own);
      else replaced.delete(path);
    },
    forwarded,
    delivered,
    hold(paths) {
      held = paths;
      if (!paths) for (const forward of waiting.splice(0)) forward();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
