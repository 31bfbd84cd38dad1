import type { IncomingMessage, ServerResponse } from 'node:http';
import { log } from '../log.ts';
import type { Traffic } from '../metrics/traffic.ts';
import { loggedPath, pathOf } from './path-of.ts';
import { serviceOf } from './service-of.ts';

export type LogRequests = 'info' | 'debug' | 'off';

/**
 * Logs and counts each response once it is sent. The line has method, path and request id, and nothing secret: no query,
 * no headers, no body, no address.
 */
export function logRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  request_id: string,
  { traffic, level }: { traffic: Traffic; level: LogRequests },
): void {
  const { socket, method = '' } = incoming;
  const path = pathOf(incoming.url);
  const began = performance.now();
  const sentBefore = socket.bytesWritten;
  traffic.begin();
  // `on` and not `once`, which wraps the listener: it is emitted once.
  outgoing.on('close', () => {
    const ms = performance.now() - began;
    const status = outgoing.statusCode;
    const bytes = socket.bytesWritten - sentBefore;
    traffic.end({ service: serviceOf(path), method, status, seconds: ms / 1000, bytes });
    // The answer could not be written. All other failures were logged where they happened.
    if (status >= 500 && outgoing.errored)
      log.error(
        { request_id, method, path: loggedPath(path), status, err: outgoing.errored },
        'request failed',
      );
    if (level === 'off' || !log.isLevelEnabled(level)) return;
    log[level](
      {
        request_id,
        method,
        path: loggedPath(path),
        status,
        ms: Math.round(ms * 10) / 10,
        bytes,
        ...(!outgoing.writableFinished && { aborted: true }),
      },
      'request',
    );
  });
}
