import type { ReactNode } from 'react';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import type { useEarlyContent } from '#lib/use-early-content.ts';
import { SequinPanel } from '#ui/art/sequin-panel.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { EARLY_NAME, EARLY_PORTRAIT } from './early-places.ts';
import { profileDisplayName } from './profile-display-name.ts';

interface ProfileBannerProps {
  /** Undefined until it is read. */
  profile:
    | {
        username: string | null;
        full_name: string | null;
        avatar_url: string | null;
        created_at: string | null;
      }
    | undefined;
  /** The page's heading, above the name; without it the name is the heading. */
  title?: string;
  /** Of the elements with the name and the picture, while nothing is read. */
  early?: ReturnType<typeof useEarlyContent>;
  /** What the viewer can do here. */
  children?: ReactNode;
}

/** A member's picture and name before sequins. */
export function ProfileBanner({ profile, title, early, children }: ProfileBannerProps) {
  const t = useTranslations();
  const format = useFormat();
  const name = profile && profileDisplayName(profile, t('identity.profile_user'));
  const Name = title ? 'p' : 'h1';
  return (
    <div className="relative overflow-hidden border-b border-line bg-surface">
      <SequinPanel className="absolute inset-0 size-full opacity-40" />
      <header className="page-width relative flex flex-wrap items-center gap-x-8 gap-y-5 py-10 sm:py-14">
        <Avatar src={profile?.avatar_url} name={name} size="xl">
          {early && !profile && <span id={EARLY_PORTRAIT} className="cover" {...early} />}
        </Avatar>
        <div className="grid min-w-0 flex-1 basis-56 gap-1">
          {title && <h1 className="text-base font-semibold text-highlight-text">{title}</h1>}
          <Name
            // Another viewer's name must not stay.
            key={early ? 'early' : 'own'}
            id={early && EARLY_NAME}
            className="min-h-[1lh] font-display text-title font-[750] break-words"
            {...(profile ? { children: name } : early)}
          />
          <p className="flex min-h-[1lh] flex-wrap gap-x-4 text-soft">
            {profile?.username && <span>@{profile.username}</span>}
            {profile?.created_at && (
              <span>{t('identity.profile_member_since', { date: format.date(profile.created_at) })}</span>
            )}
          </p>
        </div>
        {children}
      </header>
    </div>
  );
}
