import { randomUUID } from 'node:crypto';
import type { Database, Identity } from '../database/database.ts';
import { DatabaseError } from '../database/errors.ts';
import { toRows, toValue } from '../database/values.ts';

/** The two things a private topic carries. */
export type Extension = 'broadcast' | 'presence';

/*
 * The policies on `realtime.messages` say who may do what on a private topic. They are tried with real rows, and
 * everything is undone: who may receive sees a row that is there, who may send can insert one.
 */

export async function canReceive(
  database: Database,
  identity: Identity,
  topic: string,
): Promise<Set<Extension>> {
  const ids = [randomUUID(), randomUUID()];
  const planted = {
    text: `insert into realtime.messages (id, topic, extension, private)
      select id, $2, extension, true from unnest($1::uuid[], '{broadcast,presence}'::text[]) as probe (id, extension)`,
    values: [toValue(ids), topic],
    name: 'realtime_probe',
  };
  const becoming = {
    // In a statement of its own: policies are chosen when a statement is planned.
    text: `select set_config('request.jwt.claims', $1, true), set_config('realtime.topic', $2, true), set_config('role', $3, true)`,
    values: [JSON.stringify(identity.claims ?? {}), topic, identity.role],
  };
  const looking = {
    text: 'select extension from realtime.messages where id = any ($1::uuid[])',
    values: [toValue(ids)],
  };
  try {
    const results = await database.run([planted, becoming, looking], { rollback: true });
    const seen = results[2] === undefined ? [] : toRows<{ extension: Extension }>(results[2]);
    return new Set(seen.map(({ extension }) => extension));
  } catch (error) {
    if (error instanceof DatabaseError) return new Set();
    throw error;
  }
}

export async function canSend(
  database: Database,
  identity: Identity,
  topic: string,
  extension: Extension,
): Promise<boolean> {
  const text = 'insert into realtime.messages (topic, extension, private) values ($1, $2, true)';
  const as = { ...identity, settings: { ...identity.settings, 'realtime.topic': topic } };
  try {
    await database.run([{ text, values: [topic, extension] }], { as, rollback: true });
    return true;
  } catch (error) {
    if (error instanceof DatabaseError) return false;
    throw error;
  }
}
