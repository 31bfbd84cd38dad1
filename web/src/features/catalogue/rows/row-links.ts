import type { RowRule } from '@lakou/contract/admin/limits';
import { useLanguage } from '#lib/translations.tsx';
import { categoryPath } from '../categories/category-path.ts';
import type { FrontPageRow } from './read-rows.ts';

const LISTS: Partial<Record<RowRule, string>> = {
  free: '/films?access=free',
  newest: '/films',
  best: '/films?sort=best',
  short: '/films?length=short',
  small: '/films?size=small',
  series: '/series',
};

/** The page with all titles of a row, if there is one that this person can open. */
export function wholeListOf(
  { kind, rule, movie_categories }: FrontPageRow,
  signedIn: boolean,
): string | undefined {
  if (kind === 'category') return movie_categories ? categoryPath(movie_categories.name) : undefined;
  const list = LISTS[rule as RowRule];
  return signedIn || !list?.startsWith('/films') ? list : undefined;
}

type RowName = Pick<FrontPageRow, 'title' | 'title_fr' | 'title_ht' | 'title_es'>;

/** The heading in the reader's language; in English where there is no translation. */
export function useRowName(): (row: RowName) => string {
  const { language } = useLanguage();
  return (row) => (language === 'en' ? null : row[`title_${language}`]) || row.title;
}
