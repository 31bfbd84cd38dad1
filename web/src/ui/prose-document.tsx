import type { ReactNode } from 'react';
import { useFormat } from '#lib/format.ts';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';
import type { DocumentText } from '#texts/text.ts';
import { Prose } from './prose.tsx';
import { ProseContents } from './prose-contents.tsx';
import { ProseHead } from './prose-head.tsx';
import { plainProse } from './prose-parts.ts';

interface ProseDocumentProps {
  text: DocumentText;
  art: ReactNode;
  /** What comes after the last section. */
  children?: ReactNode;
}

/** A text with numbered sections, such as the terms. */
export function ProseDocument({ text, art, children }: ProseDocumentProps) {
  const t = useTranslations();
  const { date } = useFormat();
  const { title, version, effective, intro, sections } = text;
  return (
    <article>
      <Head title={title} description={plainProse(intro[0] ?? '')} />
      <ProseHead title={title} art={art}>
        <Prose paragraphs={intro} className="text-lg text-soft" />
        <p className="flex flex-wrap gap-x-6 gap-y-1 font-medium">
          {version && <span>{t('shell.document_version', { version })}</span>}
          {effective && (
            <time dateTime={effective}>{t('shell.document_effective', { date: date(effective) })}</time>
          )}
        </p>
      </ProseHead>
      <div className="page-width grid gap-x-16 gap-y-8 pt-8 lg:grid-cols-[18rem_minmax(0,1fr)] lg:pt-16">
        <ProseContents sections={sections} />
        <div className="grid max-w-[76ch] gap-12 lg:gap-16">
          {sections.map(({ id, heading, paragraphs }, at) => (
            <section key={id} id={id} className="grid gap-4 sm:grid-cols-[3.5rem_minmax(0,1fr)] sm:gap-y-5">
              <span
                aria-hidden="true"
                className="font-display text-heading font-extrabold text-highlight-text tabular-nums max-sm:-mb-2.5"
              >
                {at + 1}
              </span>
              <h2 id={`${id}-heading`} tabIndex={-1} className="justify-self-start rounded-s text-heading">
                {heading}
              </h2>
              <Prose paragraphs={paragraphs} className="sm:col-start-2" />
            </section>
          ))}
          {children}
        </div>
      </div>
    </article>
  );
}
