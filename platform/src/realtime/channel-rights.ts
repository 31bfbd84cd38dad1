import { randomUUID } from 'node:crypto';
import type { Database, Identity } from '../database/database.ts';
import { DatabaseError } from '../database/errors.ts';
import { toRows, toValue } from '../database/values.ts';
import type { Admission } from '../rest/admission/admission.ts';
import { SPENT_MS_SQL } from '../rest/sql/answer-sql.ts';

/** What somebody can do on a private topic; `persistence` is storing what they broadcast. */
export type Extension = 'broadcast' | 'presence' | 'persistence';

/*
 * The policies on `realtime.messages` decide who can do what on a private topic. They are checked with real rows that
 * are rolled back: receiving needs to see a row, sending needs to insert one. `admission` counts them as statements of
 * the Data API.
 */

const spent = { text: `select ${SPENT_MS_SQL}` };

export async function canReceive(
  database: Database,
  identity: Identity,
  topic: string,
  admission?: Admission,
): Promise<Set<Extension>> {
  const ids = [randomUUID(), randomUUID()];
  const probeInsert = {
    text: `insert into realtime.messages (id, topic, extension, private)
      select id, $2, extension, true from unnest($1::uuid[], '{broadcast,presence}'::text[]) as probe (id, extension)`,
    values: [toValue(ids), topic],
    name: 'realtime_probe',
  };
  const setIdentity = {
    // In its own statement, because policies are chosen when a statement is planned.
    text: `select set_config('request.jwt.claims', $1, true), set_config('realtime.topic', $2, true), set_config('role', $3, true)`,
    values: [JSON.stringify(identity.claims ?? {}), topic, identity.role],
  };
  const probeSelect = {
    text: 'select extension from realtime.messages where id = any ($1::uuid[])',
    values: [toValue(ids)],
  };
  try {
    const statements = [probeInsert, setIdentity, probeSelect, spent];
    const probe = () => database.run(statements, { rollback: true, lane: 'api' });
    const results = await (admission ? admission.run(probe) : probe());
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
  admission?: Admission,
): Promise<boolean> {
  const text = 'insert into realtime.messages (topic, extension, private) values ($1, $2, true)';
  const as = { ...identity, settings: { ...identity.settings, 'realtime.topic': topic } };
  try {
    const statements = [{ text, values: [topic, extension] }, spent];
    const probe = () => database.run(statements, { as, rollback: true, lane: 'api' });
    await (admission ? admission.run(probe) : probe());
    return true;
  } catch (error) {
    if (error instanceof DatabaseError) return false;
    throw error;
  }
}
