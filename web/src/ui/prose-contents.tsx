import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import type { Section } from '#texts/text.ts';
import { cx } from './class-names.ts';
import { Icon } from './icon.tsx';

type Headings = readonly Pick<Section, 'id' | 'heading'>[];

/** Table of contents: folded above the text on narrow screens, beside it on wide ones. */
export function ProseContents({ sections }: { sections: Headings }) {
  const t = useTranslations();
  return (
    <div className="self-stretch print:hidden">
      <details className="group rounded-l border border-line bg-surface lg:hidden">
        <summary className="flex min-h-12 list-none items-center justify-between rounded-l px-4 font-semibold [&::-webkit-details-marker]:hidden">
          {t('shell.document_contents')}
          <Icon name="chevron-down" className="transition-transform group-open:rotate-180" />
        </summary>
        <nav aria-label={t('shell.document_contents')} className="border-t border-line px-2 py-2">
          <Places sections={sections} />
        </nav>
      </details>
      <nav
        aria-labelledby="contents"
        className="sticky top-24 hidden max-h-[calc(100dvh-7rem)] overflow-y-auto pe-2 pb-2 lg:block"
      >
        <h2 id="contents" className="mb-3 px-3 text-lg">
          {t('shell.document_contents')}
        </h2>
        <Places sections={sections} />
      </nav>
    </div>
  );
}

function Places({ sections }: { sections: Headings }) {
  const reading = useSectionInSight(sections);
  return (
    <ol>
      {sections.map(({ id, heading }, at) => (
        <li key={id}>
          <Link
            to={`#${id}`}
            aria-current={id === reading ? 'location' : undefined}
            // The next Tab goes on from there, as after a plain link.
            onClick={() => document.getElementById(`${id}-heading`)?.focus({ preventScroll: true })}
            className={cx(
              'flex min-h-11 items-center gap-3 rounded-m border-s-2 border-transparent px-3 py-1.5 leading-snug text-soft',
              'hover:bg-surface-raised hover:text-text aria-[current]:border-highlight aria-[current]:text-text',
            )}
          >
            <span className="w-5 shrink-0 text-end text-sm tabular-nums text-highlight-text">{at + 1}</span>
            {heading}
          </Link>
        </li>
      ))}
    </ol>
  );
}

/** The section that is being read: the one that crosses the upper third of the screen. */
function useSectionInSight(sections: Headings): string | undefined {
  const [reading, setReading] = useState<string>();
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) if (isIntersecting) setReading(target.id);
      },
      { rootMargin: '-20% 0px -70%' },
    );
    for (const { id } of sections) {
      const section = document.getElementById(id);
      if (section) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [sections]);
  return reading;
}
