import { useTranslations } from '#lib/translations.tsx';
import { cx } from '#ui/class-names.ts';
import { Spinner } from '#ui/spinner.tsx';
import { ProfileFields } from './profile-fields.tsx';

/** As large as ProfileForm: its labels, without controls. */
export function ProfileSkeleton() {
  const t = useTranslations();
  return (
    <div className="relative grid max-w-3xl gap-6">
      <Spinner
        label={t('shell.loading')}
        className="absolute end-0 top-0 text-3xl text-highlight-text noscript:hidden"
      />
      <ProfileFields
        avatar={<AvatarSkeleton />}
        isPublic={<Box className="h-11 w-64 max-w-full" />}
        control={(name) => <Box className={name === 'bio' ? 'h-28' : 'h-11'} />}
      />
      <Box className="h-13 w-48" />
    </div>
  );
}

function AvatarSkeleton() {
  const t = useTranslations();
  return (
    <div>
      <p className="mb-3 font-semibold">{t('identity.profile_portrait')}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Box className="size-28 rounded-full!" />
        <div className="grid gap-2">
          <Box className="h-11 w-44" />
          <p className="text-sm text-soft">{t('identity.profile_picture_hint')}</p>
        </div>
      </div>
    </div>
  );
}

/** Not ui/skeleton.tsx, which is built into one file with the title cards. */
function Box({ className }: { className: string }) {
  return <div aria-hidden="true" className={cx('rounded-m bg-line/60', className)} />;
}
