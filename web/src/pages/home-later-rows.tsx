import { MyList } from '#features/catalogue/home/my-list.tsx';
import { FrontPageRows } from '#features/catalogue/rows/front-page-rows.tsx';
import { LatestTopics } from '#features/community/forum/list/latest-topics.tsx';

/** What home has below the first screens. Topics bring the parser of posts: home's first files must not import this. */
export default function HomeLaterRows() {
  return (
    <>
      <MyList />
      <FrontPageRows place="home" />
      <LatestTopics />
    </>
  );
}
