import { type LoaderFunctionArgs, useParams } from 'react-router';
import { ForumScreen } from '#features/community/forum/list/forum-screen.tsx';
import { forumCategories, forumCategoryText, topicList } from '#features/community/forum/read-forum.ts';
import { isId, pageIn, topicSortIn } from '#lib/address.ts';
import { missing, preload, readInBrowser } from '#lib/preload.ts';

export async function loader({ context, params: { categoryId = '' }, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const page = pageIn(searchParams);
  const client = await preload(
    context,
    forumCategories(),
    ...(isId(categoryId)
      ? [forumCategoryText(categoryId), topicList(page, categoryId, topicSortIn(searchParams))]
      : []),
  );
  const categories = client.getQueryData(forumCategories().queryKey);
  return categories && !categories.some(({ id }) => id === categoryId) ? missing() : null;
}
export const clientLoader = readInBrowser;

export default function ForumCategory() {
  const { categoryId = '' } = useParams();
  return <ForumScreen key={categoryId} category_id={categoryId} />;
}
