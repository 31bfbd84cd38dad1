import type { ReactNode } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Badge } from '#ui/badge.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { ProfileBanner } from './profile-banner.tsx';

export interface PublicProfileFields {
  username: string | null;
  full_name: string | null;
  bio: string | null;
  location: string | null;
  website: string | null;
  occupation: string | null;
  interests: string[] | null;
  avatar_url: string | null;
  created_at: string | null;
}

interface PublicProfileProps {
  profile: PublicProfileFields;
  /** What they rated and wrote. */
  children?: ReactNode;
}

export function PublicProfile({ profile, children }: PublicProfileProps) {
  const t = useTranslations();
  const { bio, location, website, occupation, interests } = profile;
  return (
    <article>
      <ProfileBanner profile={profile} />
      <div className="page-width grid gap-10 py-10 lg:grid-cols-[2fr_1fr]">
        <section aria-labelledby="about">
          <h2 id="about" className="mb-3 text-heading">
            {t('identity.profile_about')}
          </h2>
          <p className="max-w-[65ch] whitespace-pre-line break-words">
            {bio || t('identity.profile_nothing_yet')}
          </p>
          {interests && interests.length > 0 && (
            <>
              <h3 className="mt-8 mb-3 text-lg">{t('identity.profile_interests')}</h3>
              <ul className="flex flex-wrap gap-2">
                {interests.map((interest) => (
                  <li key={interest}>
                    <Badge>{interest}</Badge>
                  </li>
                ))}
              </ul>
            </>
          )}
        </section>
        <dl className="grid content-start gap-4">
          {location && <Fact icon="map-pin" name={t('identity.profile_location')} value={location} />}
          {website && (
            <Fact
              icon="globe"
              name={t('identity.profile_website')}
              value={<TextLink to={website}>{website.replace(/^https?:\/\/(www\.)?|\/$/g, '')}</TextLink>}
            />
          )}
          {occupation && <Fact icon="tag" name={t('identity.profile_occupation')} value={occupation} />}
        </dl>
      </div>
      {children && <div className="grid gap-12 pb-6">{children}</div>}
    </article>
  );
}

function Fact({ icon, name, value }: { icon: IconName; name: string; value: ReactNode }) {
  return (
    <div>
      <dt className="flex items-center gap-2 text-sm text-soft">
        <Icon name={icon} className="text-highlight-text" />
        {name}
      </dt>
      <dd className="ps-8 break-words">{value}</dd>
    </div>
  );
}
