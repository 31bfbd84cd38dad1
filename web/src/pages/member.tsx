import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type LoaderFunctionArgs, Navigate, useParams } from 'react-router';
import { Favourites } from '#features/catalogue/members/favourites.tsx';
import { MemberReviews } from '#features/catalogue/members/member-reviews.tsx';
import { favouritesOf, reviewsBy } from '#features/catalogue/members/read-member-titles.ts';
import { MemberTopics, topicsBy } from '#features/community/forum/list/member-topics.tsx';
import { profileDisplayName } from '#features/identity/profile/profile-display-name.ts';
import { PublicProfile } from '#features/identity/profile/public-profile.tsx';
import { profileOf } from '#features/identity/profile/read-profile.ts';
import { isId } from '#lib/address.ts';
import { errorMessage } from '#lib/error-message.ts';
import { Head } from '#lib/head.tsx';
import { missing, preload, readInBrowser } from '#lib/preload.ts';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { toast } from '#ui/toast.tsx';
import { OwnProfilePage } from './own-profile-page.tsx';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const id = params.userId ?? '';
  if (!isId(id)) return missing();
  const query = profileOf(id);
  const client = await preload(context, query, favouritesOf(id), reviewsBy(id), topicsBy(id));
  const profile = client.getQueryData(query.queryKey);
  return profile === null || profile?.is_public === false ? missing() : null;
}
export const clientLoader = readInBrowser;

/** A member's page: the own profile with its form, another's to read, a private one not at all. */
export default function MemberPage() {
  const t = useTranslations();
  const { userId = '' } = useParams();
  const { user, status } = useSession();
  const known = isId(userId);
  const {
    data: profile,
    error,
    isPending,
  } = useQuery({
    ...profileOf(userId, user?.id),
    enabled: known,
  });
  if (user?.id === userId) return <OwnProfilePage id={userId} />;
  if (!known) return <RedirectHome message={t('identity.profile_user_not_found')} />;
  if (error) return <RedirectHome message={errorMessage(error, t, 'identity.profile_load_failed')} />;
  // The own page waits until the session is known.
  const hidden = !profile || profile.is_public === false;
  if (isPending || (hidden && status === 'checking')) return <CentredSpinner />;
  if (!profile) return <RedirectHome message={t('identity.profile_missing_or_private')} />;
  if (profile.is_public === false) return <RedirectHome message={t('identity.profile_private')} />;
  const name = profileDisplayName(profile, t('identity.profile_user'));
  return (
    <>
      <Head
        title={name}
        description={profile.bio ?? t('identity.profile_of', { name })}
        type="profile"
        image={profile.avatar_url?.startsWith('/') ? profile.avatar_url : null}
      />
      <PublicProfile profile={profile}>
        <Favourites member={userId} title={t('catalogue.favourites_of', { name })} />
        <MemberReviews member={userId} title={t('catalogue.reviews_by', { name })} />
        <MemberTopics member={userId} title={t('community.topics_by', { name })} />
      </PublicProfile>
    </>
  );
}

function RedirectHome({ message }: { message: string }) {
  const hydrated = useHydrated();
  useEffect(() => {
    toast.error(message);
  }, [message]);
  // The server answers 404 without a redirect.
  return hydrated ? <Navigate to="/" replace /> : <CentredSpinner />;
}
