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

/** A WebSocket without a client's manners: says exactly what it is told to, and shows everything it hears. */
export class RawSocket {
  readonly socket: WebSocket;
  readonly heard: Message[] = [];
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
      if (!Array.isArray(parsed)) this.heard.push(parsed);
      else {
        const [join_ref, ref, topic, event, payload] = parsed;
        this.heard.push({ join_ref, ref, topic, event, payload });
      }
    });
  }

  static async open(url: string, query: Record<string, string>): Promise<RawSocket> {
    const made = new RawSocket(url, query);
    await once(made.socket, 'open');
    return made;
  }

  /** In the words of protocol 1.0.0. */
  say(topic: string, event: string, payload: unknown, ref: string): void {
    this.socket.send(JSON.stringify({ topic, event, payload, ref, join_ref: ref }));
  }

  async reply(ref: string): Promise<{ status: string; response: { reason?: string } }> {
    const find = () => this.heard.find((message) => message.event === 'phx_reply' && message.ref === ref);
    await until(() => find() !== undefined, `the answer to ${ref}`);
    return find()?.payload as { status: string; response: { reason?: string } };
  }

  async end(): Promise<{ code: number; reason: string }> {
    await until(() => this.closed !== undefined, 'the end of the connection');
    return this.closed as { code: number; reason: string };
  }
}
