import type { LoaderFunctionArgs } from 'react-router';
import { ForumScreen } from '#features/community/forum/list/forum-screen.tsx';
import { forumCategories, topicList } from '#features/community/forum/read-forum.ts';
import { pageIn, topicSortIn } from '#lib/address.ts';
import { preload, readInBrowser } from '#lib/preload.ts';

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  await preload(context, forumCategories(), topicList(pageIn(searchParams), null, topicSortIn(searchParams)));
  return null;
}
export const clientLoader = readInBrowser;

export default function Forum() {
  return <ForumScreen />;
}
