import type { LoaderFunctionArgs } from 'react-router';
import { ForumScreen } from '#features/community/forum/list/forum-screen.tsx';
import { sortIn } from '#features/community/forum/list/topic-sort.ts';
import { forumCategories, topicList } from '#features/community/forum/read-forum.ts';
import { pageIn } from '#lib/address.ts';
import { preload, readInBrowser } from '#lib/preload.ts';

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  await preload(context, forumCategories(), topicList(pageIn(searchParams), null, sortIn(searchParams)));
  return null;
}
export const clientLoader = readInBrowser;

export default function Forum() {
  return <ForumScreen />;
}
