import { type LoaderFunctionArgs, useParams } from 'react-router';
import { CategoryView } from '#features/catalogue/categories/category-view.tsx';
import {
  categoryDescriptions,
  categoryPage,
  isKnownCategory,
} from '#features/catalogue/categories/read-category.ts';
import { categories } from '#features/catalogue/read-titles.ts';
import { pageIn } from '#lib/address.ts';
import { missing, preload, readInBrowser } from '#lib/preload.ts';

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const category = params.category ?? '';
  const page = pageIn(new URL(request.url).searchParams);
  const client = await preload(context, categories(), categoryDescriptions(), categoryPage(category, page));
  return isKnownCategory(client, category, page) ? null : missing();
}
export const clientLoader = readInBrowser;

export default function Category() {
  const { category = '' } = useParams();
  return <CategoryView key={category} category={category} />;
}
