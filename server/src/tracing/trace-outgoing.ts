import diagnostics from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { context, propagation, type Span, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import { failSpan } from './in-span.ts';

/** What `fetch` tells about a request. */
interface FetchRequest {
  origin: string | URL;
  method: string;
  addHeader(name: string, value: string): void;
}

/**
 * A span per HTTP request that this process sends: to Stripe, MonCash and NatCash, to S3, to itself. Node announces them all,
 * of `fetch` and of `node:http`. The host is told, the path is not: it holds ids and the names of files. Only our own address gets
 * `traceparent`.
 */
export function traceOutgoing(tracer: Tracer, ownUrl: () => string | undefined): () => void {
  const spans = new WeakMap<object, Span>();
  const begin = (request: object, method: string, host: string): Span => {
    const attributes = { 'http.request.method': method, 'server.address': host };
    const span = tracer.startSpan(`${method} ${host}`, { kind: SpanKind.CLIENT, attributes });
    spans.set(request, span);
    return span;
  };
  const setStatus = (request: object, status: number | undefined): void => {
    const span = spans.get(request);
    if (status === undefined) return;
    span?.setAttribute('http.response.status_code', status);
    if (status >= 500) failSpan(span as Span, { code: String(status) });
  };
  const end = (request: object, error?: unknown): void => {
    const span = spans.get(request);
    spans.delete(request);
    if (span && error !== undefined) failSpan(span, error);
    span?.end();
  };

  const listeners: Record<string, (message: never) => void> = {
    'undici:request:create': ({ request }: { request: FetchRequest }) => {
      const { origin, hostname } = new URL(request.origin);
      const span = begin(request, request.method, hostname);
      if (origin !== ownUrl()) return;
      const headers: Record<string, string> = {};
      propagation.inject(trace.setSpan(context.active(), span), headers);
      for (const [name, value] of Object.entries(headers)) request.addHeader(name, value);
    },
    'undici:request:headers': (it: { request: FetchRequest; response: { statusCode: number } }) =>
      setStatus(it.request, it.response.statusCode),
    'undici:request:trailers': ({ request }: { request: FetchRequest }) => end(request),
    'undici:request:error': ({ request, error }: { request: FetchRequest; error: unknown }) =>
      end(request, error),
    'http.client.request.created': ({ request }: { request: ClientRequest }) =>
      begin(request, request.method, request.host),
    'http.client.response.finish': (it: { request: ClientRequest; response: IncomingMessage }) => {
      setStatus(it.request, it.response.statusCode);
      end(it.request);
    },
    'http.client.request.error': ({ request, error }: { request: ClientRequest; error: unknown }) =>
      end(request, error),
  };
  for (const [name, listener] of Object.entries(listeners))
    diagnostics.subscribe(name, listener as (message: unknown) => void);
  return () => {
    for (const [name, listener] of Object.entries(listeners))
      diagnostics.unsubscribe(name, listener as (message: unknown) => void);
  };
}
