import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { MermaidLasirenArt } from '#ui/art/mermaid-lasiren.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import { ownProfile } from './read-profile.ts';

/** Without an id, which a probable member does not have yet: everything around what is personal. */
export function OwnProfile({ id }: { id: string | undefined }) {
  const t = useTranslations();
  const { data: profile, isError, refetch } = useQuery(ownProfile(id));
  if (isError) {
    return (
      <EmptyState
        level={1}
        art={<MermaidLasirenArt className="h-56" />}
        title={t('identity.profile_load_failed')}
        action={<Button onClick={() => refetch()}>{t('shell.retry')}</Button>}
      />
    );
  }
  return (
    <div className="page-width grid gap-10 py-10 sm:py-14">
      <header className="flex flex-wrap items-end justify-between gap-6">
        <h1 className="text-title">{t('identity.profile_your_profile')}</h1>
        <nav aria-label={t('identity.profile_your_account')} className="flex flex-wrap gap-2">
          {[
            { to: '/watchlist', name: t('shell.watchlist') },
            { to: '/purchases', name: t('commerce.purchases_title') },
            { to: '/account', name: t('identity.profile_your_account') },
          ].map(({ to, name }) => (
            <Button key={to} variant="outline" asChild>
              <Link to={to}>{name}</Link>
            </Button>
          ))}
        </nav>
      </header>
      {profile?.id ? <ProfileForm profile={{ ...profile, id: profile.id }} /> : <ProfileSkeleton />}
    </div>
  );
}
