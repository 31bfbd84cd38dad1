/** What spreadsheets take for a formula, at the beginning of a cell. */
const FORMULA = /^[=+\-@\t\r]/;

/** A line of RFC 4180. Texts that a spreadsheet would compute are made texts by an apostrophe; numbers stay numbers. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
