const LONGEST = 2_000;
const KEPT = 1_000;

/**
 * Comments, dollar-quoted and quoted texts, quoted names. Callers of the Data API choose names of columns, so only plain
 * names stay.
 */
const parts =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"/g;
const plainName = /^"[a-z_][a-z0-9_]{0,62}"$/i;

const known = new Map<string, string>();

/** A statement's text for people to read: without the values that stand in it, on one line. */
export function statementText(text: string): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  const shown = withoutTexts(text).replace(/\s+/g, ' ').trim().slice(0, LONGEST);
  if (known.size >= KEPT) known.clear();
  known.set(text, shown);
  return shown;
}

/** What is quoted is replaced; also for plans. */
export function withoutTexts(sql: string): string {
  return sql.replace(parts, (part) => {
    if (part.startsWith('-') || part.startsWith('/')) return ' ';
    if (part.startsWith('"')) return plainName.test(part) ? part : '"?"';
    return "'?'";
  });
}

/** Such as `select public.movies`: few different ones, to group by. */
export function statementSummary(text: string): string {
  const shown = statementText(text);
  const [verb = 'script'] = /^\w+/.exec(shown) ?? [];
  const [, table] = /(?<!\bepoch )\b(?:from|into|update|join)\s+((?:"?\w+"?\.)?"?\w+"?)/i.exec(shown) ?? [];
  return [verb.toLowerCase(), table?.replaceAll('"', '')].filter(Boolean).join(' ');
}
