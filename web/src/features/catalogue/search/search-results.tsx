import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { Poster } from '#ui/poster.tsx';
import type { FoundGroup, Reachable } from './group-found.ts';

interface SearchResultsProps {
  /** Option n is `${id}-${n}`, counted through all groups. */
  id: string;
  groups: readonly FoundGroup[];
  active: number;
  onActive: (at: number) => void;
  onLeave: () => void;
}

/** The list of the combobox: real links, so that they also open in a new tab. */
export function SearchResults({ id, groups, active, onActive, onLeave }: SearchResultsProps) {
  const t = useTranslations();
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results may have moved the chosen one.
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active, groups]);
  let at = 0;
  return (
    <div
      ref={list}
      role="listbox"
      id={`${id}-results`}
      aria-label={t('catalogue.search_results')}
      className="empty:hidden"
    >
      {groups.map(({ name, found }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields.
        <div key={name} role="group" aria-labelledby={`${id}-${name}`} className="grid">
          <div
            id={`${id}-${name}`}
            role="presentation"
            className="px-2 pt-3 pb-1 text-sm font-semibold text-soft"
          >
            {t(name)}
          </div>
          {found.map((one) => {
            const place = at++;
            return (
              <Link
                key={one.id}
                id={`${id}-${place}`}
                role="option"
                aria-selected={place === active}
                tabIndex={-1}
                to={one.path}
                onClick={(event) => !event.ctrlKey && !event.metaKey && !event.shiftKey && onLeave()}
                onPointerMove={() => place !== active && onActive(place)}
                className={cx(
                  'flex items-center gap-4 rounded-m p-2',
                  place === active && 'bg-surface-raised outline-2 outline-highlight',
                )}
              >
                <Row one={one} />
              </Link>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function Row({ one }: { one: Reachable }) {
  return (
    <>
      {one.kind === 'topic' ? (
        <Icon name="chat" className="mx-3 text-soft" />
      ) : (
        <Poster
          src={one.image_url}
          seed={one.title}
          alt=""
          sizes="3rem"
          className="w-12 shrink-0 rounded-s! shadow-none!"
        />
      )}
      <span className="grid min-w-0">
        <span className="truncate font-semibold">{one.title}</span>
        <span className="truncate text-sm text-soft">{one.subtitle}</span>
      </span>
    </>
  );
}
