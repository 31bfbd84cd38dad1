export type MarkdownFormat = 'bold' | 'italic' | 'quote' | 'list' | 'code' | 'link' | 'hide_spoiler';

const WRAPPERS = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  code: ['`', '`'],
  hide_spoiler: ['||', '||'],
} as const;
const LINE_PREFIXES = { quote: '> ', list: '- ' } as const;

interface FormattedText {
  text: string;
  /** The selection afterwards. */
  from: number;
  to: number;
}

/** Wraps the selection in Markdown syntax, or prefixes its lines. */
export function formatMarkdown(
  format: MarkdownFormat,
  text: string,
  from: number,
  to: number,
): FormattedText {
  const selected = text.slice(from, to);
  if (format === 'link') {
    const isUrl = /^https?:\S+$/.test(selected);
    const link = isUrl ? `[](${selected})` : `[${selected}](https://)`;
    const caret = from + (isUrl ? 1 : link.length - 1);
    return { text: text.slice(0, from) + link + text.slice(to), from: caret, to: caret };
  }
  if (format === 'quote' || format === 'list') {
    const start = text.lastIndexOf('\n', from - 1) + 1;
    const lines = text
      .slice(start, to)
      .split('\n')
      .map((line) => LINE_PREFIXES[format] + line)
      .join('\n');
    return {
      text: text.slice(0, start) + lines + text.slice(to),
      from: start + lines.length,
      to: start + lines.length,
    };
  }
  const [before, after] = WRAPPERS[format];
  return {
    text: text.slice(0, from) + before + selected + after + text.slice(to),
    from: from + before.length,
    to: to + before.length,
  };
}
