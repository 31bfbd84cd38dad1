import type { IncomingMessage } from 'node:http';
import { isLoopback } from '@lakou/platform';
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { pathOf } from '../http/path-of.ts';
import { requestId } from '../http/request-id.ts';
import type { Tracing } from './tracing.ts';

/** One span per request, named by its route: paths and queries can hold names, tickets and keys. */
export function traceRequests(tracer: Tracer, trustedProxies: number): Tracing['request'] {
  return (incoming, outgoing, routeOf, answer) => {
    const { method = '' } = incoming;
    const path = pathOf(incoming.url);
    const parent = isTrusted(incoming, trustedProxies)
      ? propagation.extract(ROOT_CONTEXT, incoming.headers)
      : ROOT_CONTEXT;
    const attributes = { 'http.request.method': method };
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    outgoing.on('close', () => {
      if (span.isRecording()) {
        const route = routeOf?.(method, path) ?? '*';
        const status = outgoing.statusCode;
        span.updateName(`${method} ${route}`);
        span.setAttributes({
          'http.route': route,
          'http.response.status_code': status,
          // Finds the line in the log.
          'lakou.request_id': requestId(incoming),
          ...(!outgoing.writableFinished && { 'lakou.aborted': true }),
        });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    });
    context.with(trace.setSpan(parent, span), answer);
  };
}

/** From others `traceparent` is ignored, as their request ids are: anybody could put requests into one trace. */
function isTrusted({ headers, socket }: IncomingMessage, trustedProxies: number): boolean {
  if (headers['x-forwarded-for'] !== undefined) return trustedProxies > 0;
  return isLoopback(socket.remoteAddress ?? '');
}
