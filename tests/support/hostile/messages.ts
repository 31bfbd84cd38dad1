import fc from 'fast-check';
import { anyValue, nasty, oneOf } from './atoms.ts';

const EVENTS = [
  'phx_join',
  'phx_join',
  'phx_leave',
  'broadcast',
  'presence',
  'access_token',
  'heartbeat',
  'x',
];

export type Dialect = '1.0.0' | '2.0.0';

/** Hostile WebSocket messages, mostly in the protocol's format. */
export function hostileMessage(
  version: Dialect,
  tables: readonly string[],
  tokens: readonly string[],
): fc.Arbitrary<Buffer | string> {
  const or = (...good: readonly unknown[]) =>
    fc.oneof({ weight: 3, arbitrary: oneOf<unknown>(...good) }, { weight: 1, arbitrary: anyValue });
  const binding = fc.record({
    event: or('*', 'INSERT', 'update'),
    schema: or('public', 'private', 'auth'),
    table: or(...tables),
    filter: fc.oneof(
      or(undefined),
      fc
        .tuple(oneOf('id', 'user_id', 'title'), oneOf('eq', 'in', 'lt', 'x'), nasty)
        .map(([a, b, c]) => `${a}=${b}.${c}`),
    ),
    select: or(undefined, ['id']),
  });
  const config = fc.record({
    private: or(true, false),
    broadcast: or({ self: true, ack: true }),
    presence: or({ key: 'a', enabled: true }),
    postgres_changes: fc.oneof({ weight: 3, arbitrary: fc.array(binding, { maxLength: 3 }) }, anyValue),
  });
  const payload = fc.record({
    config: fc.oneof({ weight: 4, arbitrary: config }, anyValue),
    access_token: or(...tokens, null),
    event: or('track', 'untrack', 'x'),
    payload: anyValue,
    type: or('presence', 'broadcast'),
  });
  const message = fc.record({
    topic: or('realtime:forum', 'realtime:forum', 'phoenix', 'realtime:'),
    event: or(...EVENTS),
    payload: fc.oneof({ weight: 5, arbitrary: payload }, anyValue),
    ref: or('1', 2, null),
    join_ref: or('1', null),
  });
  const encoded = message.map(({ join_ref, ref, topic, event, payload: sent }) =>
    JSON.stringify(
      version === '1.0.0'
        ? { topic, event, payload: sent, ref, join_ref }
        : [join_ref, ref, topic, event, sent],
    ),
  );
  // The server closes the connection after one of these: they are rare, so that the others are processed.
  const nonsense = fc.oneof(
    nasty,
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from([3, ...bytes])),
    oneOf('['.repeat(20_000), '{"topic":{},"event":[]}', 'null', '[1,2,3,4,5]'),
  );
  return fc.oneof({ weight: 30, arbitrary: encoded }, { weight: 1, arbitrary: nonsense });
}
