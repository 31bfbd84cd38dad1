import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of a server, which can replace a file's response or be closed. */
export interface ProxiedServer {
  url: string;
  /** Answers this path with a status and a text from now on; `undefined` forwards it to the server again. */
  replace(path: string, answer: { status: number; text: string } | undefined): void;
  /** Requests for these paths are not answered from now on; `undefined` forwards them again. */
  hold(paths: RegExp | undefined): void;
  /** The paths of all requests that were forwarded. */
  forwarded: string[];
  close(): Promise<void>;
}

export async function startProxiedServer(target: string): Promise<ProxiedServer> {
  const replaced = new Map<string, { status: number; text: string }>();
  const forwarded: string[] = [];
  let held: RegExp | undefined;
  const server: Server = createServer((incoming, outgoing) => {
    if (held?.test(incoming.url ?? '')) return;
    const own = replaced.get(incoming.url ?? '');
    if (own) {
      outgoing.writeHead(own.status, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' });
      outgoing.end(own.text);
      return;
    }
    forwarded.push(incoming.url ?? '');
    const { method, headers } = incoming;
    const onward = request(target + incoming.url, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    replace(path, answer) {
      if (answer) replaced.set(path, answer);
      else replaced.delete(path);
    },
    forwarded,
    hold(paths) {
      held = paths;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
