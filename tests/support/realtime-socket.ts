import { once } from 'node:events';
import { WebSocket } from 'ws';
import { until } from './realtime-client.ts';

type Message = {
  join_ref: string | null;
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
};

/** A WebSocket without a client library: sends exactly what it is given, and records everything it receives. */
export class RawSocket {
  readonly socket: WebSocket;
  readonly received: Message[] = [];
  closed: { code: number; reason: string } | undefined;

  constructor(url: string, query: Record<string, string>) {
    const address = `${url.replace(/^http/, 'ws')}/realtime/v1/websocket?${new URLSearchParams(query)}`;
    this.socket = new WebSocket(address);
    this.socket.on('error', () => {});
    this.socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
    });
    this.socket.on('message', (data: Buffer, binary) => {
      if (binary) return;
      const parsed = JSON.parse(data.toString('utf8'));
      if (!Array.isArray(parsed)) this.received.push(parsed);
      else {
        const [join_ref, ref, topic, event, payload] = parsed;
        this.received.push({ join_ref, ref, topic, event, payload });
      }
    });
  }

  static async open(url: string, query: Record<string, string>): Promise<RawSocket> {
    const made = new RawSocket(url, query);
    await once(made.socket, 'open');
    return made;
  }

  /** In the format of protocol 1.0.0. */
  send(topic: string, event: string, payload: unknown, ref: string): void {
    this.socket.send(JSON.stringify({ topic, event, payload, ref, join_ref: ref }));
  }

  async reply(ref: string): Promise<{ status: string; response: { reason?: string } }> {
    const find = () => this.received.find((message) => message.event === 'phx_reply' && message.ref === ref);
    await until(() => find() !== undefined, `the reply to ${ref}`);
    return find()?.payload as { status: string; response: { reason?: string } };
  }

  async end(): Promise<{ code: number; reason: string }> {
    await until(() => this.closed !== undefined, 'the end of the connection');
    return this.closed as { code: number; reason: string };
  }
}
