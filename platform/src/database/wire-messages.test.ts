import { serialize } from 'pg-protocol';
import { describe, expect, test } from 'vitest';
import { BatchWriter } from './batch.ts';
import { AnswerCollector } from './collect-answer.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { readAnswer } from './wire-messages.ts';

const message = (kind: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const header = Buffer.alloc(5);
  header.write(kind);
  header.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([header, body]);
};
const text = (value: string): Buffer => Buffer.from(`${value}\0`);
const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const ready = message('Z', Buffer.from('I'));
const silent = (): void => {};

describe('an answer', () => {
  const batch = () => new BatchWriter(new PreparedStatements()).statement({ text: 'select 1' }, '').sync();

  test('with an error has its fields and no results', () => {
    const collector = new AnswerCollector(batch());
    const fields = {
      S: 'ERROR',
      C: '23505',
      M: 'twice',
      D: 'why',
      H: 'ask',
      s: 'public',
      t: 'films',
      n: 'films_pkey',
      P: '7',
    };
    const body = Object.entries(fields).map(([key, value]) => text(key + value));
    const status = readAnswer(
      Buffer.concat([message('E', ...body, Buffer.from([0])), ready]),
      collector,
      silent,
    );
    const answer = collector.finish(status ?? 'E');
    expect(collector.isWhole).toBe(true);
    expect(answer.results).toEqual([]);
    expect(answer.error).toMatchObject({
      code: '23505',
      message: 'twice',
      detail: 'why',
      hint: 'ask',
      schema: 'public',
      table: 'films',
      constraint: 'films_pkey',
      position: 7,
    });
  });

  test('without a result for a statement is incomplete', () => {
    const collector = new AnswerCollector(batch());
    expect(readAnswer(ready, collector, silent)).toBe('I');
    expect(collector.isWhole).toBe(false);
  });

  test('can contain notifications', () => {
    const received: string[] = [];
    const notification = message('A', int32(42), text('forum'), text('dè'));
    readAnswer(Buffer.concat([notification, ready]), new AnswerCollector(batch()), (channel, payload) => {
      received.push(`${channel}: ${payload}`);
    });
    expect(received).toEqual(['forum: dè']);
  });
});

describe('a batch', () => {
  const count = (bytes: Buffer, part: Buffer): number =>
    bytes.toString('latin1').split(part.toString('latin1')).length - 1;

  test('ends in exactly one Sync', () => {
    const { bytes } = new BatchWriter(new PreparedStatements())
      .settings([['role', 'anon']])
      .statement({ text: 'select $1', values: ['S'] }, 'anon')
      .statement({ text: 'select 2', name: 'two' }, 'anon')
      .sync();
    expect(count(bytes, serialize.sync())).toBe(1);
    expect(bytes.subarray(-5)).toEqual(serialize.sync());
  });

  test('prepares a named statement once per role', () => {
    const prepared = new PreparedStatements();
    const one = prepared.find('anon', 'films', 'select 1');
    expect(prepared.find('authenticated', 'films', 'select 1')?.id).not.toBe(one?.id);
    expect(prepared.find('anon', 'films', 'select 1')).toBe(one);
    expect(() => prepared.find('anon', 'films', 'select 2')).toThrow('two different texts');
  });

  test('prepares nothing where prepared statements do not stay with the connection', () => {
    const prepared = new PreparedStatements();
    prepared.turnOff();
    const { steps } = new BatchWriter(prepared).statement({ text: 'select 2', name: 'two' }, 'anon').sync();
    expect(steps[0]?.prepared).toBeUndefined();
  });
});
