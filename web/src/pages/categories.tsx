import type { LoaderFunctionArgs } from 'react-router';
import { CategoryList } from '#features/catalogue/categories/category-list.tsx';
import { categories } from '#features/catalogue/read-titles.ts';
import { Head } from '#lib/head.tsx';
import { preload, readInBrowser } from '#lib/preload.ts';
import { useTranslations } from '#lib/translations.tsx';
import { SectionHead } from '#ui/section-head.tsx';

export async function loader({ context }: LoaderFunctionArgs) {
  await preload(context, categories());
  return null;
}
export const clientLoader = readInBrowser;

export default function Categories() {
  const t = useTranslations();
  return (
    <div className="page-width grid gap-8 pt-10">
      <Head title={t('catalogue.categories')} description={t('catalogue.categories_description')} />
      <SectionHead level={1} title={t('catalogue.categories')} text={t('catalogue.categories_description')} />
      <CategoryList />
    </div>
  );
}
