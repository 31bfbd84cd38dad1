import type { DatabaseError } from './errors.ts';
import type { ScriptStatement } from './split-statements.ts';

/** A message with the file, the position and the reason of a failed statement. */
export function explainFailure(
  file: string,
  script: string,
  statement: ScriptStatement,
  error: DatabaseError,
): string {
  const { line, column } = place(script, failingIndex(statement, error));
  const notes = [
    error.detail && `detail: ${error.detail}`,
    error.hint && `hint: ${error.hint}`,
    error.where && `in ${error.where.split('\n').join(', ')}`,
    // active_sql_transaction: `create index concurrently`, `vacuum` and the like.
    error.code === '25001' &&
      'migrations run inside a transaction, so this statement is not supported; indexes can be made concurrently in a file of their own',
    error.code === '55P03' && 'another transaction has held the table all the time: end it, and start again',
  ].filter(Boolean);
  const more = notes.length > 0 ? ` (${notes.join('; ')})` : '';
  return `The migration ${file} failed at line ${line}, column ${column}: ${error.message}${more}; the database is as it was before this migration.`;
}

/** As precise as the error allows: a character, else a line of a `do` block, else the statement. */
function failingIndex({ text, start }: ScriptStatement, error: DatabaseError): number {
  if (error.position !== undefined) {
    // PostgreSQL counts characters, JavaScript UTF-16 units.
    return start + [...text].slice(0, error.position - 1).join('').length;
  }
  const lineOfBlock = /inline_code_block line (\d+)/.exec(error.where ?? '')?.[1];
  const body = /\$\w*\$/.exec(text);
  if (lineOfBlock === undefined || !body) return start;
  let index = body.index + body[0].length;
  for (let line = 1; line < Number(lineOfBlock); line += 1) {
    const lineEnd = text.indexOf('\n', index);
    if (lineEnd < 0) return start;
    index = lineEnd + 1;
  }
  return start + index + (/^[ \t]*/.exec(text.slice(index))?.[0].length ?? 0);
}

function place(script: string, index: number): { line: number; column: number } {
  const lines = script.slice(0, index).split('\n');
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 };
}
