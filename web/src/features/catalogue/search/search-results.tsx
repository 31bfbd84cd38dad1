import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { Poster } from '#ui/poster.tsx';
import type { LinkedResult, ResultGroup } from './group-results.ts';
import { ResultAccess } from './result-access.tsx';

interface SearchResultsProps {
  /** Option n is `${id}-${n}`, counted through all groups. */
  id: string;
  groups: readonly ResultGroup[];
  active: number;
  onActive: (index: number) => void;
  onNavigate: () => void;
}

/** The list of the combobox: real links, so that they also open in a new tab. */
export function SearchResults({ id, groups, active, onActive, onNavigate }: SearchResultsProps) {
  const t = useTranslations();
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new results can move the selected option.
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active, groups]);
  let nextIndex = 0;
  return (
    <div
      ref={list}
      role="listbox"
      id={`${id}-results`}
      aria-label={t('catalogue.search_results')}
      className="empty:hidden"
    >
      {groups.map(({ name, results }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields.
        <div key={name} role="group" aria-labelledby={`${id}-${name}`} className="grid">
          <div
            id={`${id}-${name}`}
            role="presentation"
            className="px-2 pt-3 pb-1 text-sm font-semibold text-soft"
          >
            {t(name)}
          </div>
          {results.map((result) => {
            const index = nextIndex++;
            return (
              <Link
                key={result.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === active}
                tabIndex={-1}
                to={result.path}
                onClick={(event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && onNavigate()}
                onPointerMove={() => index !== active && onActive(index)}
                className={cx(
                  'flex items-center gap-4 rounded-m p-2',
                  index === active && 'bg-surface-raised outline-2 outline-highlight',
                )}
              >
                <ResultRow result={result} />
              </Link>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** One result: what it looks like inside of its link. */
export function ResultRow({ result }: { result: LinkedResult }) {
  return (
    <>
      {result.kind === 'topic' ? (
        <Icon name="chat" className="mx-3 text-soft" />
      ) : (
        <Poster
          src={result.image_url}
          seed={result.title}
          alt=""
          sizes="3rem"
          className="w-12 shrink-0 rounded-s! shadow-none!"
        />
      )}
      <span className="grid min-w-0 grow">
        <span className="truncate font-semibold">{result.title}</span>
        <span className="truncate text-sm text-soft">{result.subtitle}</span>
      </span>
      {result.kind !== 'topic' && <ResultAccess kind={result.kind} id={result.id} />}
    </>
  );
}
