/** A notification carries fewer than 8000 bytes, so a longer text goes in several. */
const longest = 7_600;
let last = 0;

/** Each part: sender, number of the text, number of the part, count of parts, and then the part. */
export function splitText(from: string, json: string): string[] {
  // ASCII only, so that characters are bytes and the text can be cut anywhere.
  const text = json.replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  last += 1;
  const count = Math.max(1, Math.ceil(text.length / longest));
  return Array.from(
    { length: count },
    (_, part) => `${from} ${last} ${part} ${count} ${text.slice(part * longest, (part + 1) * longest)}`,
  );
}

/** Reassembles parts. Those of one sender come in order; a text with a missing part is dropped. */
export function joinParts(): (payload: string) => { from: string; text: string } | undefined {
  const unfinished = new Map<string, { number: string; parts: string[] }>();
  return (payload) => {
    const match = /^(\S+) (\d+) (\d+) (\d+) (.*)$/s.exec(payload);
    if (match === null) return undefined;
    const [, from = '', number = '', part, count, text = ''] = match;
    if (count === '1') return { from, text };
    if (part === '0') unfinished.set(from, { number, parts: [] });
    const before = unfinished.get(from);
    if (before?.number !== number || before.parts.length !== Number(part)) {
      unfinished.delete(from);
      return undefined;
    }
    before.parts.push(text);
    if (before.parts.length < Number(count)) return undefined;
    unfinished.delete(from);
    return { from, text: before.parts.join('') };
  };
}
