import { invalidBody } from '../errors.ts';

/** Rows of a CSV document as objects under the names of its first line; a bare `NULL` is null. */
export function parseCsv(text: string): Record<string, string | null>[] {
  const [header, ...lines] = readLines(text);
  if (!header) return [];
  return lines.map((line) => {
    if (line.length !== header.length) throw invalidBody('All lines must have same number of fields');
    return Object.fromEntries(
      header.map((name, index) => [name, line[index] === 'NULL' ? null : (line[index] ?? null)]),
    );
  });
}

function readLines(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let position = 0;
  while (position < text.length) {
    const field = readCell(text, position);
    line.push(field.value);
    position = field.end;
    if (text[position] === ',') {
      position += 1;
      if (position < text.length) continue;
      line.push('');
    }
    lines.push(line);
    line = [];
    if (text[position] === '\r') position += 1;
    if (text[position] === '\n') position += 1;
  }
  return lines;
}

function readCell(text: string, start: number): { value: string; end: number } {
  if (text[start] !== '"') {
    let end = start;
    while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') end += 1;
    return { value: text.slice(start, end), end };
  }
  let value = '';
  let position = start + 1;
  for (;;) {
    const quote = text.indexOf('"', position);
    if (quote < 0) throw invalidBody('parse error (not enough input)');
    value += text.slice(position, quote);
    position = quote + 1;
    if (text[position] !== '"') break;
    value += '"';
    position += 1;
  }
  if (position < text.length && !',\r\n'.includes(text.charAt(position))) {
    throw invalidBody('parse error (a quoted field must end with a comma or a line end)');
  }
  return { value, end: position };
}
