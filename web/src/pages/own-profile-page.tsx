import { useQuery } from '@tanstack/react-query';
import { MyList } from '#features/catalogue/home/my-list.tsx';
import { Favourites } from '#features/catalogue/members/favourites.tsx';
import { MemberReviews } from '#features/catalogue/members/member-reviews.tsx';
import { watchlistPage } from '#features/catalogue/watchlist/read-watchlist.ts';
import { MemberTopics } from '#features/community/forum/list/member-topics.tsx';
import { OwnProfile } from '#features/identity/profile/own-profile.tsx';
import { Head } from '#lib/head.tsx';
import { useTranslations } from '#lib/translations.tsx';

/** A member's own page, at `/profile` and at its public address. */
export function OwnProfilePage({ id }: { id: string | undefined }) {
  const t = useTranslations();
  const list = useQuery(watchlistPage(id));
  return (
    <>
      <Head title={t('identity.profile_your_profile')} hidden />
      <OwnProfile id={id}>
        {id && (
          <>
            <Favourites
              member={id}
              title={t('catalogue.favourites')}
              emptyText={t('catalogue.favourites_empty')}
            />
            <MemberReviews member={id} title={t('catalogue.your_reviews')} />
            {list.data?.titles.length ? <MyList /> : null}
            <MemberTopics member={id} title={t('community.your_topics')} />
          </>
        )}
      </OwnProfile>
    </>
  );
}
