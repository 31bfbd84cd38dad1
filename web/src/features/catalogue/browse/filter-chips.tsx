import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Icon } from '#ui/icon.tsx';
import { useGenreNames } from '../genre-names.ts';
import { useFilterLabel } from './filter-labels.ts';
import { chosenFilters, type TitleFilterState } from './use-title-filter.ts';

/** What narrows the list, each with a link that removes it. */
export function FilterChips({ filter, hrefWithout }: Pick<TitleFilterState, 'filter' | 'hrefWithout'>) {
  const t = useTranslations();
  const labelOf = useFilterLabel();
  const genreName = useGenreNames();
  const names = chosenFilters(filter);
  if (names.length === 0) return null;
  const textOf = (name: (typeof names)[number]): string => {
    if (name === 'genre') return genreName(filter.genre);
    const value = filter[name];
    const label = value ? labelOf(name, value) : '';
    return name === 'sound' || name === 'captions' ? `${t(`catalogue.filter_${name}`)}: ${label}` : label;
  };
  return (
    <ul aria-label={t('catalogue.active_filters')} className="flex flex-wrap items-center gap-2">
      {names.map((name) => (
        <li key={name}>
          <Link
            to={hrefWithout(name)}
            preventScrollReset
            aria-label={t('catalogue.remove_filter', { name: textOf(name) })}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong bg-surface-raised ps-4 pe-3 text-sm font-semibold hover:border-highlight"
          >
            {textOf(name)}
            <Icon name="close" className="size-4 text-soft" />
          </Link>
        </li>
      ))}
      {names.length > 1 && (
        <li>
          <Link
            to="?"
            preventScrollReset
            className="inline-flex min-h-11 items-center rounded-s px-2 font-semibold text-soft underline hover:text-text"
          >
            {t('catalogue.clear_all_filters')}
          </Link>
        </li>
      )}
    </ul>
  );
}
