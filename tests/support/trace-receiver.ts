import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean; doubleValue?: number };
type Attributes = { key: string; value: Value }[];

interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes?: Attributes;
}

interface Sent {
  resourceSpans: { resource: { attributes: Attributes }; scopeSpans: { spans: SentSpan[] }[] }[];
}

export interface Span extends Omit<SentSpan, 'attributes'> {
  attributes: Record<string, string | number | boolean | undefined>;
}

/** A collector for OTLP/HTTP with JSON, written from the specification. */
export class TraceReceiver {
  readonly spans: Span[] = [];
  /** All that was sent, as it was sent. */
  received = '';
  headers: Record<string, unknown> = {};
  requests = 0;
  /** Takes requests and answers none. */
  isStuck = false;
  readonly #waiting: ServerResponse[] = [];
  readonly #server = createServer((request, response) => {
    this.requests += 1;
    this.headers = request.headers;
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (this.isStuck) return void this.#waiting.push(response);
      const isOurs = request.method === 'POST' && request.url === '/v1/traces';
      if (!isOurs || request.headers['content-type'] !== 'application/json')
        return response.writeHead(404).end();
      this.#take(Buffer.concat(parts).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Waits until it is there. */
  async find(isWanted: (span: Span) => boolean): Promise<Span> {
    const patience = AbortSignal.timeout(25_000);
    while (!patience.aborted) {
      const found = this.spans.find(isWanted);
      if (found) return found;
      await sleep(50);
    }
    throw new Error(
      `there is no such span among ${[...new Set(this.spans.map(({ name }) => name))].join(', ')}`,
    );
  }

  #take(text: string): void {
    this.received += text;
    for (const { scopeSpans } of (JSON.parse(text) as Sent).resourceSpans)
      for (const { spans } of scopeSpans)
        for (const { attributes = [], ...span } of spans)
          this.spans.push({
            ...span,
            attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)])),
          });
  }
}

function plain({ stringValue, intValue, boolValue, doubleValue }: Value) {
  return stringValue ?? (intValue === undefined ? (boolValue ?? doubleValue) : Number(intValue));
}
