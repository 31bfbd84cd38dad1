import { describe, expect, test } from 'vitest';
import { parseSelect } from './parse-select.ts';

const select = (text: string) => parseSelect(text, { depth: 5, embeds: 10, items: 50 });
const column = (name: string, rest: object = {}) => ({ kind: 'column', field: { name, path: [] }, ...rest });

describe('a select', () => {
  test('names columns', () => {
    expect(select('*')).toEqual([column('*')]);
    expect(select('id, title ,  year')).toEqual([column('id'), column('title'), column('year')]);
    expect(select('"odd, name",with-dash,Ünïcode,with blank')).toEqual([
      column('odd, name'),
      column('with-dash'),
      column('Ünïcode'),
      column('with blank'),
    ]);
    expect(select('"a\\"b"')).toEqual([column('a"b')]);
    expect(select('')).toEqual([]);
  });

  test('renames and casts them', () => {
    expect(select('n:name::text,a::int4')).toEqual([
      column('name', { alias: 'n', cast: 'text' }),
      column('a', { cast: 'int4' }),
    ]);
  });

  test('reaches into JSON', () => {
    expect(select('data->a->>b,x:data->0->-1::text')).toEqual([
      {
        kind: 'column',
        field: {
          name: 'data',
          path: [
            { asText: false, key: 'a' },
            { asText: true, key: 'b' },
          ],
        },
      },
      {
        kind: 'column',
        field: {
          name: 'data',
          path: [
            { asText: false, index: 0 },
            { asText: false, index: -1 },
          ],
        },
        alias: 'x',
        cast: 'text',
      },
    ]);
    expect(select('data->>1a')).toMatchObject([{ field: { path: [{ key: '1a' }] } }]);
  });

  test('adds up', () => {
    expect(select('count(),n:count()::text,price::int.sum()::text')).toEqual([
      column('*', { aggregate: 'count' }),
      column('*', { alias: 'n', aggregate: 'count', aggregateCast: 'text' }),
      column('price', { cast: 'int', aggregate: 'sum', aggregateCast: 'text' }),
    ]);
  });

  test('embeds, with hint and join in any order', () => {
    const embed = (name: string, rest: object = {}) => ({
      kind: 'embed',
      name,
      spread: false,
      items: [column('id')],
      ...rest,
    });
    expect(select('posts(id)')).toEqual([embed('posts')]);
    expect(select('p:posts!fk!inner(id),posts!left!fk(id)')).toEqual([
      embed('posts', { alias: 'p', hint: 'fk', join: 'inner' }),
      embed('posts', { hint: 'fk', join: 'left' }),
    ]);
    expect(select('...posts(id)')).toEqual([embed('posts', { spread: true })]);
    expect(select('posts()')).toEqual([embed('posts', { items: [] })]);
    expect(select('a(b(id),c(id))')).toEqual([embed('a', { items: [embed('b'), embed('c')] })]);
  });

  test.each([
    'id,',
    'id,,b',
    '(',
    'a(',
    'a(b',
    'a)',
    'a::',
    'a->',
    'a:',
    ':a',
    'a.sum',
    'a.median()',
    'a!b',
    '*x',
    '...a',
    '"a',
  ])('like %j is refused with its place', (text) => {
    expect(() => select(text)).toThrow(
      expect.objectContaining({
        status: 400,
        code: 'PGRST100',
        message: expect.stringMatching(/\(line 1, column \d+\)$/),
      }),
    );
  });

  test('knows its limits', () => {
    const small = (text: string) => () => parseSelect(text, { depth: 1, embeds: 2, items: 3 });
    expect(small('a(b(c))')).toThrow(/too deeply/);
    expect(small('a(),b(),c()')).toThrow(/too many resources/);
    expect(small('a,b,c,d')).toThrow(/too many items/);
  });
});
