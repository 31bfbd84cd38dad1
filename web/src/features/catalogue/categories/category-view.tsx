import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { pageIn } from '#lib/address.ts';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { CategoryArt } from '#ui/art/category-art.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { categories } from '../read-titles.ts';
import { GridSkeleton } from '../title-skeleton.tsx';
import { CategoryMissing } from './category-missing.tsx';
import { isCategory } from './category-path.ts';
import { categoryPage, samplesOf } from './category-reads.ts';
import { CategoryTitles, Samples } from './category-titles.tsx';

/** Everything published under one sign. */
export function CategoryView({ category }: { category: string }) {
  const t = useTranslations();
  const [params] = useSearchParams();
  const page = pageIn(params);
  const { data: names, isError: nameless } = useQuery(categories());
  const { data, isError, isFetching, refetch } = useQuery(categoryPage(category, page));
  const known = names?.find(({ name }) => isCategory(name, category));
  const samples = samplesOf(category);
  const unreachable = !data && isError;
  if (
    data &&
    data.count === 0 &&
    !known &&
    !nameless &&
    names &&
    !(data.catalogueIsEmpty && samples.length > 0)
  )
    return <CategoryMissing />;
  const name = known?.name ?? spelled(category, data?.titles[0]?.genre);
  return (
    <div className="grid gap-10">
      <Head title={name} description={t('catalogue.category_description', { category: name })} />
      <CategoryHead name={name} description={known?.description ?? null} count={data?.count} />
      <div className="page-width grid gap-8">
        {unreachable && <LoadFailed busy={isFetching} retry={refetch} />}
        {(unreachable || data?.catalogueIsEmpty) && samples.length > 0 ? (
          <Samples films={samples} />
        ) : data ? (
          <CategoryTitles page={page} {...data} />
        ) : (
          !unreachable && <GridSkeleton />
        )}
      </div>
    </div>
  );
}

/** A genre that no admin has made a category: as its titles spell it, or with a capital. */
function spelled(category: string, genres: readonly string[] = []): string {
  const found = genres.find((genre) => isCategory(genre, category));
  return found ?? category.charAt(0).toUpperCase() + category.slice(1);
}

function CategoryHead(props: { name: string; description: string | null; count: number | undefined }) {
  const { name, description, count } = props;
  const t = useTranslations();
  return (
    <header data-theme="dark" className="relative isolate overflow-hidden bg-indigo!">
      {/* The tile's own ground, drawn out from its left edge, and the tile. */}
      <CategoryArt name={name} className="absolute inset-0 -z-20 size-full origin-left scale-x-[60]" />
      <CategoryArt name={name} className="absolute inset-y-0 end-0 -z-10 aspect-[16/10] h-full" />
      <div className="page-width grid min-h-44 content-end gap-1 py-6 sm:min-h-56 sm:py-8 lg:min-h-72">
        <h1 className="max-w-[60%] text-display font-[800] break-words">{name}</h1>
        {description && <p className="max-w-[60%] text-lg max-sm:hidden">{description}</p>}
        <p role="status" className="font-semibold">
          {count ? t('catalogue.titles_found', { count }) : null}
        </p>
      </div>
    </header>
  );
}
