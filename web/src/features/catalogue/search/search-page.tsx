import { SEARCH_MAX } from '@lakou/contract/catalogue/limits';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { searchWordsIn } from '#lib/address.ts';
import { useTitlePath } from '#lib/title-path.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAddressSearch } from '#lib/use-address-search.ts';
import { Button } from '#ui/button.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { SectionHead } from '#ui/section-head.tsx';
import { CategoryList } from '../categories/category-list.tsx';
import { groupResults } from './group-results.ts';
import { searchFor } from './read-search.ts';
import { ResultRow } from './search-results.tsx';
import { SearchState } from './search-state.tsx';

/** The search as a page with an address: without scripts, and for what other apps share with this one. */
export function SearchPage() {
  const t = useTranslations();
  const { params, text, setText } = useAddressSearch();
  const query = searchWordsIn(params);
  const search = useQuery({ ...searchFor(query), placeholderData: keepPreviousData });
  const groups = groupResults(query ? (search.data ?? []) : [], useTitlePath());
  const count = groups.reduce((sum, { results }) => sum + results.length, 0);
  return (
    <div className="page-width grid max-w-3xl! grid-cols-1 gap-6 py-10">
      <SectionHead level={1} title={t('catalogue.search')} />
      <search>
        <form onSubmit={(event) => event.preventDefault()} className="flex gap-3">
          <SearchInput
            name="q"
            value={text}
            onValueChange={setText}
            label={t('catalogue.search_placeholder')}
            placeholder={t('catalogue.search_placeholder')}
            maxLength={SEARCH_MAX}
            className="grow"
          />
          <noscript>
            <Button type="submit">{t('catalogue.search')}</Button>
          </noscript>
        </form>
      </search>
      <SearchState query={query} count={count} search={search} />
      {!query && <CategoryList />}
      {groups.map(({ name, results }) => (
        <section key={name} aria-label={t(name)} className="grid grid-cols-1 gap-1">
          <h2 className="text-heading">{t(name)}</h2>
          <ul className="grid grid-cols-1">
            {results.map((result) => (
              <li key={result.id}>
                <Link
                  to={result.path}
                  className="flex items-center gap-4 rounded-m p-2 hover:bg-surface-raised"
                >
                  <ResultRow result={result} />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
