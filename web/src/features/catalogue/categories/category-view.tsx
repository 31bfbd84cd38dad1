import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { pageIn } from '#lib/address.ts';
import { Head } from '#lib/head.tsx';
import { translationIn } from '#lib/translation-in.ts';
import { useLanguage, useTranslations } from '#lib/translations.tsx';
import { CategoryArt } from '#ui/art/category-art.tsx';
import { LoadFailed } from '#ui/load-failed.tsx';
import { useGenreNames } from '../genre-names.ts';
import { categories } from '../read-titles.ts';
import { GridSkeleton } from '../title-skeleton.tsx';
import { CategoryNotFound } from './category-not-found.tsx';
import { isCategory } from './category-path.ts';
import { CategoryTitles, Samples } from './category-titles.tsx';
import { categoryDescriptions, categoryPage, samplesIn } from './read-category.ts';

/** The page of one category. */
export function CategoryView({ category }: { category: string }) {
  const t = useTranslations();
  const [params] = useSearchParams();
  const page = pageIn(params);
  const genreName = useGenreNames();
  const { data: names, isError: categoriesFailed } = useQuery(categories());
  const { data, isError, isFetching, refetch } = useQuery(categoryPage(category, page));
  const known = names?.find(({ name }) => isCategory(name, category));
  const samples = samplesIn(category);
  const hasFailed = !data && isError;
  if (
    data &&
    data.count === 0 &&
    !known &&
    !categoriesFailed &&
    names &&
    !(data.catalogueIsEmpty && samples.length > 0)
  )
    return <CategoryNotFound />;
  const original = known?.name ?? spellGenre(category, data?.titles[0]?.genre);
  const name = genreName(original);
  return (
    <div className="grid gap-10">
      <Head title={name} description={t('catalogue.category_description', { category: name })} />
      <CategoryHead name={name} original={original} count={data?.count} />
      <div className="page-width grid gap-8">
        {hasFailed && <LoadFailed busy={isFetching} retry={refetch} />}
        {(hasFailed || data?.catalogueIsEmpty) && samples.length > 0 ? (
          <Samples films={samples} />
        ) : data ? (
          <CategoryTitles page={page} {...data} />
        ) : (
          !hasFailed && <GridSkeleton />
        )}
      </div>
    </div>
  );
}

/** The name of a genre without a category: as its titles spell it, or capitalised. */
function spellGenre(category: string, genres: readonly string[] = []): string {
  const found = genres.find((genre) => isCategory(genre, category));
  return found ?? category.charAt(0).toUpperCase() + category.slice(1);
}

function CategoryHead(props: { name: string; original: string; count: number | undefined }) {
  const { name, original, count } = props;
  const t = useTranslations();
  const { language } = useLanguage();
  const { data } = useQuery(categoryDescriptions());
  const texts = data?.find((one) => isCategory(one.name, original));
  const description = translationIn(language, texts?.description_translations) ?? texts?.description;
  return (
    <header data-theme="dark" className="relative isolate overflow-hidden bg-indigo!">
      {/* The background stretches the left edge of the artwork; the artwork is on top. */}
      <CategoryArt name={original} className="absolute inset-0 -z-20 size-full origin-left scale-x-[60]" />
      <CategoryArt name={original} className="absolute inset-y-0 end-0 -z-10 aspect-[16/10] h-full" />
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
