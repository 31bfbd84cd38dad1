import { OwnProfile } from '#features/identity/profile/own-profile.tsx';
import { Head } from '#lib/head.tsx';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';

export default function ProfilePage() {
  const t = useTranslations();
  const { user } = useSession();
  return (
    <>
      <Head title={t('identity.profile_your_profile')} hidden />
      <OwnProfile id={user?.id} />
    </>
  );
}
