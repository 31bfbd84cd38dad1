const MAX_LINES = 12;

/** A post as a Markdown quote with its author's mention. Quotes within it are left out. */
export function quotePost(content: string, username: string): string {
  const lines = content.split('\n').filter((line) => !line.startsWith('>'));
  const own = lines.join('\n').trim().split('\n');
  const shown = own.length > MAX_LINES ? [...own.slice(0, MAX_LINES), '…'] : own;
  const name = username && `${formatMention(username)}:\n`;
  return `${name}${shown.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n`;
}

/** In the form that the database parses: names with spaces are in quotation marks. */
function formatMention(username: string): string {
  return /^[\p{L}\p{N}_][\p{L}\p{N}_.-]*$/u.test(username) ? `@${username}` : `@"${username}"`;
}
