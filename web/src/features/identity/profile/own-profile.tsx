import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { useEarlyContent } from '#lib/use-early-content.ts';
import { MermaidLasirenArt } from '#ui/art/mermaid-lasiren.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Icon } from '#ui/icon.tsx';
import { ProfileBanner } from './profile-banner.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ProfileSkeleton } from './profile-skeleton.tsx';
import { ownProfile } from './read-profile.ts';

interface OwnProfileProps {
  /** Undefined while a probable member is being checked: everything around what is personal is shown. */
  id: string | undefined;
  /** What the member rated, wrote and keeps. After the form, which does not wait for it or move when it comes. */
  children: ReactNode;
}

/** The member's page as others see it, with the form. */
export function OwnProfile({ id, children }: OwnProfileProps) {
  const t = useTranslations();
  const { data: profile, isError, refetch } = useQuery(ownProfile(id));
  const early = useEarlyContent(id);
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
    <>
      <ProfileBanner profile={profile} early={early} title={t('identity.profile_your_profile')}>
        <nav aria-label={t('identity.profile_your_account')} className="flex flex-wrap gap-2">
          <Button asChild>
            <a href="#edit">
              <Icon name="edit" />
              {t('identity.profile_edit')}
            </a>
          </Button>
          {[
            { to: '/watchlist', name: t('shell.watchlist') },
            { to: '/downloads', name: t('shell.downloads') },
            { to: '/purchases', name: t('commerce.purchases_title') },
            { to: '/account', name: t('identity.profile_your_account') },
          ].map(({ to, name }) => (
            <Button key={to} variant="outline" asChild>
              <Link to={to}>{name}</Link>
            </Button>
          ))}
        </nav>
      </ProfileBanner>
      <div className="grid gap-12 py-10">
        <section
          id="edit"
          aria-labelledby="edit-heading"
          className="page-width grid scroll-mt-24 grid-cols-1 gap-8"
        >
          <h2 id="edit-heading" className="text-heading">
            {t('identity.profile_edit_title')}
          </h2>
          {profile?.id ? <ProfileForm profile={{ ...profile, id: profile.id }} /> : <ProfileSkeleton />}
        </section>
        {profile?.id && children}
      </div>
    </>
  );
}
