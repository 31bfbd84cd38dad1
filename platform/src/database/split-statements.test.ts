import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitStatements } from './split-statements.ts';

const texts = (script: string) => splitStatements(script).map(({ text }) => text);

describe('a script is split at the semicolons that end a statement', () => {
  test.each<[string, string, string[]]>([
    ['plain statements', 'select 1; select 2', ['select 1', 'select 2']],
    ['empty statements and comments alone', ' ;; -- nothing\n/* ; */ ;', []],
    ['a semicolon in a string', `select 'a;''b;'; select 2`, [`select 'a;''b;'`, 'select 2']],
    ['a backslash at the end of a plain string', `select 'a\\'; select 2`, [`select 'a\\'`, 'select 2']],
    ['an escaped quote in an E string', `select E'a\\';b'; select 2`, [`select E'a\\';b'`, 'select 2']],
    [
      'a word that ends in e before a string',
      `select date'2026-01-01'; select 2`,
      [`select date'2026-01-01'`, 'select 2'],
    ],
    ['a semicolon in a quoted name', 'select 1 as "a;b"; select 2', ['select 1 as "a;b"', 'select 2']],
    ['a dollar quote', 'do $$ begin a; end $$; select 2', ['do $$ begin a; end $$', 'select 2']],
    ['a dollar quote inside another', 'do $x$ $$;$$ $y$ $x$; select 2', ['do $x$ $$;$$ $y$ $x$', 'select 2']],
    ['a parameter is no dollar quote', 'select $1; select $2', ['select $1', 'select $2']],
    ['a dollar inside a name', 'select a$b$c; select $b$;$b$', ['select a$b$c', 'select $b$;$b$']],
    ['a comment to the end of the line', "select 1 -- it's; so\n; select 2", ['select 1', 'select 2']],
    ['nested comments', 'select /* a /* ; */ ; */ 1; select 2', ['select /* a /* ; */ ; */ 1', 'select 2']],
    [
      'a rule with several commands',
      'create rule r as on delete to t do (a; b); select 2',
      ['create rule r as on delete to t do (a; b)', 'select 2'],
    ],
    [
      'a function with a standard body',
      'create function f() returns int begin atomic select case when true then 1 end; select 2; end; select 3',
      [
        'create function f() returns int begin atomic select case when true then 1 end; select 2; end',
        'select 3',
      ],
    ],
    ['a string that never ends', "select 'a; b", ["select 'a; b"]],
  ])('%s', (_, script, expected) => {
    expect(texts(script)).toEqual(expected);
  });

  test('a statement starts at its first word, after comments and blank lines', () => {
    const script = 'select 1;\n\n-- the second\nselect 2;';
    const [, second] = splitStatements(script);
    expect(second).toEqual({ text: 'select 2', start: script.indexOf('select 2') });
  });

  test('the statements of any script are its parts, in order and complete', () => {
    const piece = fc.constantFrom(
      "'",
      '"',
      '$$',
      '$a$',
      ';',
      '(',
      ')',
      '--',
      '\n',
      '/*',
      '*/',
      'begin atomic',
      'end',
      'E',
      '\\',
      'é😀',
      ' x ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const script = pieces.join('');
        let last = 0;
        for (const { text, start } of splitStatements(script)) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(script.slice(start, start + text.length)).toBe(text);
          last = start + text.length;
        }
      }),
    );
  });
});
