import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { matchesEntityTag, tagFor } from '../entity-tag.ts';
import type { Answer } from '../respond.ts';
import { bodyFor, isPackable } from './packed-body.ts';

/** Writes a whole response. `headers` are names and values in turn, to be sent beside its own. */
export type Send = (outgoing: ServerResponse, headers: readonly string[]) => void;

/** Sends a kept answer to this client. Undefined when it is not ready to be sent. */
export function sendAnswer(answer: Answer, asked: IncomingHttpHeaders): Send | undefined {
  const accepted = asked['accept-encoding'];
  const body = bodyFor(answer, Array.isArray(accepted) ? accepted.join() : accepted);
  if (body === undefined) return undefined;
  const tag = tagFor((name) => asked[name] !== undefined, answer);
  const isSame = tag !== undefined && matchesEntityTag(asked['if-none-match'] ?? null, tag);
  return (outgoing, headers) => {
    const list = headers.concat(headersOf(answer));
    if (tag !== undefined) list.push('etag', tag);
    if (isSame) return void outgoing.writeHead(304, list).end();
    if (body.encoding !== undefined) list.push('content-encoding', body.encoding);
    if (answer.body !== null) list.push('content-length', String(body.bytes.length));
    outgoing.writeHead(answer.status, list);
    outgoing.end(answer.body === null ? undefined : body.bytes);
  };
}

const lists = new WeakMap<Answer, readonly string[]>();

/** All but its length. */
function headersOf(answer: Answer): readonly string[] {
  const known = lists.get(answer);
  if (known !== undefined) return known;
  const { 'content-length': _, ...headers } = answer.headers;
  if (isPackable(answer)) headers.vary = `${headers.vary}, Accept-Encoding`;
  const list = Object.entries(headers).flat();
  lists.set(answer, list);
  return list;
}
