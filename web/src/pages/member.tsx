import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type LoaderFunctionArgs, Navigate, useParams } from 'react-router';
import { OwnProfile } from '#features/identity/profile/own-profile.tsx';
import { nameOf, PublicProfile } from '#features/identity/profile/public-profile.tsx';
import { isPersonId, profileOf } from '#features/identity/profile/read-profile.ts';
import { sayFailure } from '#lib/failure.ts';
import { Head } from '#lib/head.tsx';
import { missing, preload, readInBrowser } from '#lib/preload.ts';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useHydrated } from '#lib/use-hydrated.ts';
import { CentredSpinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toast.tsx';

export async function loader({ context, params }: LoaderFunctionArgs) {
  const id = params.userId ?? '';
  if (!isPersonId(id)) return missing();
  const query = profileOf(id);
  const profile = (await preload(context, query)).getQueryData(query.queryKey);
  return profile === null || profile?.is_public === false ? missing() : null;
}
export const clientLoader = readInBrowser;

/** A member's page: one's own as a form, somebody else's to read, a hidden one not at all. */
export default function MemberPage() {
  const t = useTranslations();
  const { userId = '' } = useParams();
  const { user, status } = useSession();
  const known = isPersonId(userId);
  const {
    data: profile,
    error,
    isPending,
  } = useQuery({
    ...profileOf(userId, user?.id),
    enabled: known,
  });
  if (user?.id === userId) {
    return (
      <>
        <Head title={t('identity.profile_your_profile')} hidden />
        <OwnProfile id={userId} />
      </>
    );
  }
  if (!known) return <SentHome sentence={t('identity.profile_user_not_found')} />;
  if (error) return <SentHome sentence={sayFailure(error, t, 'identity.profile_load_failed')} />;
  // Nobody is sent away from their own page because we do not know them yet.
  const hidden = !profile || profile.is_public === false;
  if (isPending || (hidden && status === 'checking')) return <CentredSpinner />;
  if (!profile) return <SentHome sentence={t('identity.profile_missing_or_private')} />;
  if (profile.is_public === false) return <SentHome sentence={t('identity.profile_private')} />;
  const name = nameOf(profile, t('identity.profile_user'));
  return (
    <>
      <Head
        title={name}
        description={profile.bio ?? t('identity.profile_of', { name })}
        type="profile"
        image={profile.avatar_url?.startsWith('/') ? profile.avatar_url : null}
      />
      <PublicProfile profile={profile} />
    </>
  );
}

function SentHome({ sentence }: { sentence: string }) {
  const alive = useHydrated();
  useEffect(() => {
    toast.error(sentence);
  }, [sentence]);
  // The server answers 404 and leads nobody anywhere.
  return alive ? <Navigate to="/" replace /> : <CentredSpinner />;
}
