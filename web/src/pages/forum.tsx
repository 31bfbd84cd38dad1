import type { LoaderFunctionArgs } from 'react-router';
import { ForumScreen } from '#features/community/forum/list/forum-screen.tsx';
import { forumCategories, topicList } from '#features/community/forum/read-forum.ts';
import { pageIn } from '#lib/address.ts';
import { preload, readInBrowser } from '#lib/preload.ts';

export async function loader({ context, request }: LoaderFunctionArgs) {
  await preload(context, forumCategories(), topicList(pageIn(new URL(request.url).searchParams), null));
  return null;
}
export const clientLoader = readInBrowser;

export default function Forum() {
  return <ForumScreen />;
}
