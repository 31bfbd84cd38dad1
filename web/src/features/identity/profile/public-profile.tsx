import { useTranslations } from '#lib/translations.tsx';
import { SequinPanel } from '#ui/art/sequin-panel.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Icon, type IconName } from '#ui/icon.tsx';
import { TextLink } from '#ui/text-link.tsx';

export interface PublicProfileFields {
  username: string | null;
  full_name: string | null;
  bio: string | null;
  location: string | null;
  website: string | null;
  occupation: string | null;
  interests: string[] | null;
  avatar_url: string | null;
}

/** Full name, else username, else the fallback. */
export function profileDisplayName(
  { full_name, username }: Pick<PublicProfileFields, 'full_name' | 'username'>,
  fallback: string,
): string {
  return full_name || username || fallback;
}

export function PublicProfile({ profile }: { profile: PublicProfileFields }) {
  const t = useTranslations();
  const { username, bio, location, website, occupation, interests, avatar_url } = profile;
  const name = profileDisplayName(profile, t('identity.profile_user'));
  return (
    <article>
      <div className="relative overflow-hidden border-b border-line bg-surface">
        <SequinPanel className="absolute inset-0 size-full opacity-40" />
        <header className="page-width relative flex flex-wrap items-center gap-x-8 gap-y-5 py-12 sm:py-16">
          <Avatar src={avatar_url} name={name} size="xl" />
          <div className="min-w-0">
            <h1 className="text-title break-words">{name}</h1>
            {username && <p className="text-lg text-soft">@{username}</p>}
          </div>
        </header>
      </div>
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
    </article>
  );
}

function Fact({ icon, name, value }: { icon: IconName; name: string; value: React.ReactNode }) {
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
