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

/** What somebody may say on a WebSocket, in either dialect or in none. */
export function hostileMessage(
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
  return fc.oneof(
    { weight: 4, arbitrary: message.map((one) => JSON.stringify(one)) },
    {
      weight: 4,
      arbitrary: message.map((one) =>
        JSON.stringify([one.join_ref, one.ref, one.topic, one.event, one.payload]),
      ),
    },
    { weight: 1, arbitrary: nasty },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from([3, ...bytes])) },
    { weight: 1, arbitrary: oneOf('['.repeat(20_000), '{"topic":{},"event":[]}', 'null', '[1,2,3,4,5]') },
  );
}
