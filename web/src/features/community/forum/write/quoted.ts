const MOST_LINES = 12;

/** Somebody's words, to be answered below. Quotes within them are left out: who is answered said something of their own. */
export function quoted(content: string, username: string): string {
  const lines = content.split('\n').filter((line) => !line.startsWith('>'));
  const words = lines.join('\n').trim().split('\n');
  const shown = words.length > MOST_LINES ? [...words.slice(0, MOST_LINES), '…'] : words;
  const name = username && `${mentionOf(username)}:\n`;
  return `${name}${shown.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n`;
}

/** As the database reads it: names with blanks stand in quotation marks. */
function mentionOf(username: string): string {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u.test(username) ? `@${username}` : `@"${username}"`;
}
