import type { IncomingMessage, ServerResponse } from 'node:http';
import { log } from '../log.ts';
import type { Traffic } from '../metrics/traffic.ts';
import { loggedPath, pathOf } from './path-of.ts';
import { serviceOf } from './service-of.ts';

export type LogRequests = 'info' | 'debug' | 'off';

/**
 * One line in the log and one more in the numbers for each answer, once it has gone out. Of a request it says method,
 * path and name, never what could open a door: no question mark and what follows it, no header, no body, no address.
 */
export function noteRequest(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  request_id: string,
  { traffic, level }: { traffic: Traffic; level: LogRequests },
): void {
  const { socket, method = '' } = incoming;
  const path = pathOf(incoming.url);
  const began = performance.now();
  const sentBefore = socket.bytesWritten;
  traffic.open += 1;
  outgoing.once('close', () => {
    traffic.open -= 1;
    const ms = performance.now() - began;
    const status = outgoing.statusCode;
    const bytes = socket.bytesWritten - sentBefore;
    traffic.count({ service: serviceOf(path), method, status, seconds: ms / 1000, bytes });
    if (level === 'off' || !log.isLevelEnabled(level)) return;
    log[level](
      {
        request_id,
        method,
        path: loggedPath(path),
        status,
        ms: Math.round(ms * 10) / 10,
        bytes,
        ...(!outgoing.writableFinished && { broken_off: true }),
      },
      'answered',
    );
  });
}
