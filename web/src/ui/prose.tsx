import { useSettings } from '#lib/page-frame.ts';
import type { Paragraph } from '#texts/text.ts';
import { cx } from './class-names.ts';
import { proseParts } from './prose-parts.ts';
import { TextLink } from './text-link.tsx';

/** Paragraphs and lists of the legal and help pages, at a readable width. */
export function Prose({
  paragraphs,
  className,
}: {
  paragraphs: readonly Paragraph[];
  className?: string | undefined;
}) {
  return (
    <div className={cx('grid max-w-[68ch] gap-4 leading-relaxed', className)}>
      {paragraphs.map((paragraph) =>
        typeof paragraph === 'string' ? (
          <p key={paragraph}>
            <ProseText text={paragraph} />
          </p>
        ) : (
          <ul key={paragraph.list[0]} className="grid gap-2.5">
            {paragraph.list.map((item) => (
              <li
                key={item}
                className="relative ps-7 before:absolute before:start-1 before:top-[0.55em] before:size-2 before:rotate-45 before:bg-highlight"
              >
                <ProseText text={item} />
              </li>
            ))}
          </ul>
        ),
      )}
    </div>
  );
}

/** One string with its links, and its placeholders filled in from the settings. */
export function ProseText({ text }: { text: string }) {
  const { supportEmail, postalAddress, retentionDays } = useSettings();
  return proseParts(text).map((part, at) => {
    if (typeof part === 'string') return part;
    // biome-ignore-start lint/suspicious/noArrayIndexKey: the parts of a text never change places.
    if ('to' in part)
      return (
        <TextLink key={at} to={part.to}>
          {part.label}
        </TextLink>
      );
    if (part.blank === 'address') return postalAddress;
    if (part.blank !== 'email') return retentionDays[part.blank];
    return (
      <TextLink key={at} to={`mailto:${supportEmail}`} className="wrap-anywhere">
        {supportEmail}
      </TextLink>
    );
    // biome-ignore-end lint/suspicious/noArrayIndexKey: the parts of a text never change places.
  });
}
