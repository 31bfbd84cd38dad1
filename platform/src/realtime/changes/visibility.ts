import { createHash } from 'node:crypto';
import type { Database, Identity, RawResult, Statement } from '../../database/database.ts';
import { DatabaseUnavailable } from '../../database/errors.ts';
import { toRows } from '../../database/values.ts';
import type { PublishedTable } from './published-tables.ts';
import { quoted } from './quoted.ts';

export interface Question {
  table: PublishedTable;
  /** What the role may read. */
  columns: string[];
  /** Rows that were inserted or updated: the change's number, the key, and a hash of those columns as they became. */
  rows: { id: string; key: string; hash: string }[];
}

/** For each change whose row can be read: the row as it is now if it has changed since, else null. */
export type Visible = Map<string, string | null>;

export interface Asking {
  identity: Identity;
  questions: Question[];
}

/** So many people are asked for in one round trip. */
const peopleAtOnce = 25;
const tripsAtOnce = 3;

/**
 * Which rows each of these people can read now, in their order. The policies decide, by selecting the rows by their
 * keys as the person. They judge the row of this moment: when it has changed since, they have said nothing about the
 * row of then, so this moment's is what the person may be told.
 */
export async function checkVisibility(database: Database, askings: Asking[]): Promise<Visible[]> {
  const answers: Visible[] = [];
  const starts = Array.from({ length: Math.ceil(askings.length / peopleAtOnce) }, (_, n) => n * peopleAtOnce);
  const travel = async (): Promise<void> => {
    for (let start = starts.shift(); start !== undefined; start = starts.shift()) {
      const some = await checkTogether(database, askings.slice(start, start + peopleAtOnce));
      for (const [index, visible] of some.entries()) answers[start + index] = visible;
    }
  };
  await Promise.all(Array.from({ length: tripsAtOnce }, travel));
  return answers;
}

async function checkTogether(database: Database, askings: Asking[]): Promise<Visible[]> {
  const statements = askings.flatMap(({ identity, questions }) => [
    becoming(identity),
    ...questions.map((question) => asking(identity, question)),
  ]);
  try {
    const results = await database.run(statements, { readOnly: true });
    return askings.map(({ questions }) => {
      const [, ...theirs] = results.splice(0, questions.length + 1);
      return new Map(theirs.flatMap((result, index) => readAnswer(questions[index], result)));
    });
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    return checkSeparately(database, askings);
  }
}

/** A table that cannot be read, or whose policy fails, must not hide the others, nor anything from other people. */
async function checkSeparately(database: Database, askings: Asking[]): Promise<Visible[]> {
  const answers: Visible[] = [];
  for (const { identity, questions } of askings) {
    const visible: Visible = new Map();
    for (const question of questions) {
      try {
        const [, result] = await database.run([becoming(identity), asking(identity, question)], {
          readOnly: true,
        });
        for (const [id, changed] of result === undefined ? [] : readAnswer(question, result))
          visible.set(id, changed);
      } catch (error) {
        if (error instanceof DatabaseUnavailable) throw error;
      }
    }
    answers.push(visible);
  }
  return answers;
}

/** A statement of its own, before the one that asks: policies are chosen when a statement is planned. */
function becoming({ role, claims }: Identity): Statement {
  return {
    text: `select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`,
    name: 'realtime_become',
    values: [claims === undefined ? '' : JSON.stringify(claims), role],
  };
}

function readAnswer(question: Question | undefined, result: RawResult): [string, string | null][] {
  return toRows<{ place: number; changed: string | null }>(result).flatMap(({ place, changed }) => {
    const row = question?.rows[place - 1];
    return row === undefined ? [] : [[row.id, changed] as [string, string | null]];
  });
}

function asking({ role }: Identity, { table, columns, rows }: Question): Statement {
  const name = quoted(table.schema, table.name);
  const equal = table.key.map((column) => `t.${quoted(column)} = k.${quoted(column)}`).join(' and ');
  const readable = columns.map((column) => `t.${quoted(column)}`).join(', ');
  const asked = rows.map(({ key, hash }) => `{"key":${key},"hash":"${hash}"}`).join(',');
  const text = `select asked.place::int, case when md5(now.row::text) <> asked.row ->> 'hash' then now.row::text end as changed
      from jsonb_array_elements($1::jsonb) with ordinality as asked (row, place)
      cross join lateral jsonb_populate_record(null::${name}, asked.row -> 'key') as k
      join lateral (
        select to_jsonb(readable) as row from ${name} as t cross join lateral (select ${readable}) as readable
        where ${equal}
      ) as now on true`;
  return { text, name: `realtime_visible ${role} ${hashOf(text)}`, values: [`[${asked}]`] };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
