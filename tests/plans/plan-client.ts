import { BUSIEST_MEMBER, idOf as rowId } from '../../bench/big-world/ids.ts';
import { idOf, type TestServer } from '../support/test-server.ts';

/** `busiest` has started thousands of titles; `other` is one of the crowd. */
export type Caller = 'visitor' | 'member' | 'admin' | 'busiest' | 'other' | 'service';

export interface Sent {
  as?: Caller | { token: string };
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: whatever was answered
  body: any;
  headers: Headers;
}

const OTHER = 12;

/** The paths of all requests so far. */
export const requested = new Set<string>();

/** Sends requests to a server as different people, and keeps the answers that mean a fault of the server. */
export class PlanClient {
  readonly faults: string[] = [];
  readonly server: TestServer;
  #tokens: Record<Caller, string>;

  private constructor(server: TestServer, tokens: Record<Caller, string>) {
    this.server = server;
    this.#tokens = tokens;
  }

  static async connect(server: TestServer): Promise<PlanClient> {
    const signed = (sub: string, session?: string) =>
      server.token({
        sub,
        role: 'authenticated',
        aud: 'authenticated',
        aal: 'aal1',
        ...(session && { session_id: session }),
      });
    return new PlanClient(server, {
      visitor: server.anonKey,
      member: await signed(idOf.member),
      admin: await signed(idOf.admin),
      busiest: await signed(BUSIEST_MEMBER, rowId('session', 0)),
      other: await signed(rowId('member', OTHER), rowId('session', OTHER)),
      service: await server.token({ role: 'service_role' }),
    });
  }

  async send(
    method: string,
    path: string,
    { as = 'visitor', body, headers = {} }: Sent = {},
  ): Promise<Answer> {
    const plain = body === undefined || body instanceof Uint8Array || body instanceof FormData;
    requested.add(path.split('?')[0] ?? '');
    const answer = await fetch(this.server.url + path, {
      method,
      redirect: 'manual',
      headers: {
        apikey: this.server.anonKey,
        authorization: `Bearer ${typeof as === 'string' ? this.#tokens[as] : as.token}`,
        ...(!plain && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: (plain ? body : JSON.stringify(body)) as BodyInit }),
    });
    const text = await answer.text();
    if (answer.status >= 500 && answer.status !== 501)
      this.faults.push(`${method} ${path}: ${answer.status} ${text.slice(0, 300)}`);
    return { status: answer.status, body: parsed(text), headers: answer.headers };
  }

  /** A request that has to succeed, because the ones after it need its effect. */
  async must(method: string, path: string, sent: Sent = {}): Promise<Answer['body']> {
    const answer = await this.send(method, path, sent);
    if (answer.status >= 400) {
      this.faults.push(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
    }
    return answer.body;
  }

  rpc(name: string, args: object = {}, as: Sent['as'] = 'member'): Promise<Answer['body']> {
    return this.must('POST', `/rest/v1/rpc/${name}`, { as, body: args });
  }

  /** Inserts a row and returns it. */
  async insert(table: string, row: object, as: Sent['as'] = 'member'): Promise<Answer['body']> {
    const rows = await this.must('POST', `/rest/v1/${table}`, {
      as,
      body: row,
      headers: { prefer: 'return=representation' },
    });
    return Array.isArray(rows) ? rows[0] : rows;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
