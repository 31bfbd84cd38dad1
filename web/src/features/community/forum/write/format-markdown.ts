export type MarkdownFormat = 'bold' | 'italic' | 'quote' | 'list' | 'code' | 'link' | 'hide_spoiler';

const AROUND = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  code: ['`', '`'],
  hide_spoiler: ['||', '||'],
} as const;
const BEFORE_LINES = { quote: '> ', list: '- ' } as const;

interface Dressed {
  text: string;
  /** What is selected afterwards. */
  from: number;
  to: number;
}

/** Puts the signs of Markdown around what is selected, or before its lines. */
export function formatMarkdown(how: MarkdownFormat, text: string, from: number, to: number): Dressed {
  const chosen = text.slice(from, to);
  if (how === 'link') {
    const address = /^https?:\S+$/.test(chosen);
    const put = address ? `[](${chosen})` : `[${chosen}](https://)`;
    const caret = from + (address ? 1 : put.length - 1);
    return { text: text.slice(0, from) + put + text.slice(to), from: caret, to: caret };
  }
  if (how === 'quote' || how === 'list') {
    const start = text.lastIndexOf('\n', from - 1) + 1;
    const lines = text
      .slice(start, to)
      .split('\n')
      .map((line) => BEFORE_LINES[how] + line)
      .join('\n');
    return {
      text: text.slice(0, start) + lines + text.slice(to),
      from: start + lines.length,
      to: start + lines.length,
    };
  }
  const [before, after] = AROUND[how];
  return {
    text: text.slice(0, from) + before + chosen + after + text.slice(to),
    from: from + before.length,
    to: to + before.length,
  };
}
