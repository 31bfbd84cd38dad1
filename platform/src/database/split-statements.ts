/** One statement of a script, and the index of its first word. */
export interface ScriptStatement {
  text: string;
  start: number;
}

// Everything in which a semicolon does not end a statement, and words, to recognize function bodies.
const token =
  /(?<space>\s+|--[^\n]*)|(?<comment>\/\*)|(?<escaped>\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'?)|(?<quoted>'[^']*'?|"[^"]*"?)|(?<dollar>\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$)|(?<word>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*)|(?<other>[\s\S])/gy;

/**
 * Splits a script at its semicolons, so that each statement is sent alone and an error without a position still has a
 * line. Handles strings, dollar quotes, nested comments, parentheses and `begin atomic`.
 */
export function splitStatements(script: string): ScriptStatement[] {
  const statements: ScriptStatement[] = [];
  let start = -1;
  let end = 0;
  let parentheses = 0;
  let blocks = 0;
  let previousWord = '';

  const finish = () => {
    if (start >= 0) statements.push({ text: script.slice(start, end), start });
    start = -1;
    parentheses = 0;
    blocks = 0;
    previousWord = '';
  };

  token.lastIndex = 0;
  for (let match = token.exec(script); match; match = token.exec(script)) {
    const { space, comment, dollar, word, other } = match.groups as Record<string, string | undefined>;
    if (space !== undefined) continue;
    if (comment !== undefined) {
      token.lastIndex = endOfComment(script, match.index);
      continue;
    }
    if (other === ';' && parentheses <= 0 && blocks === 0) {
      finish();
      continue;
    }
    if (start < 0) start = match.index;
    if (dollar !== undefined) {
      const close = script.indexOf(dollar, token.lastIndex);
      token.lastIndex = close < 0 ? script.length : close + dollar.length;
    }
    if (other === '(') parentheses += 1;
    if (other === ')') parentheses -= 1;
    if (word !== undefined) {
      const lower = word.toLowerCase();
      if (lower === 'atomic' && previousWord === 'begin') blocks = 1;
      else if (blocks > 0 && lower === 'case') blocks += 1;
      else if (blocks > 0 && lower === 'end') blocks -= 1;
      previousWord = lower;
    } else previousWord = '';
    end = token.lastIndex;
  }
  finish();
  return statements;
}

function endOfComment(script: string, start: number): number {
  const edge = /\/\*|\*\//g;
  edge.lastIndex = start;
  let depth = 0;
  for (let match = edge.exec(script); match; match = edge.exec(script)) {
    depth += match[0] === '/*' ? 1 : -1;
    if (depth === 0) return edge.lastIndex;
  }
  return script.length;
}
