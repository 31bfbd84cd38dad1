import { useSession } from '#lib/session.ts';
import { OwnProfilePage } from './own-profile-page.tsx';

export default function ProfilePage() {
  const { user } = useSession();
  return <OwnProfilePage id={user?.id} />;
}
