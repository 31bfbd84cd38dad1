import { OwnProfile } from '../features/identity/profile/own-profile.tsx';
import { Head } from '../lib/head.tsx';
import { useSession } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';

export default function ProfilePage() {
  const t = useWords();
  const { user } = useSession();
  return (
    <>
      <Head title={t('profile.your_profile')} hidden />
      {user && <OwnProfile id={user.id} />}
    </>
  );
}
