import type { ProfileForm as FormValues, ProfileInput } from '@lakou/contract/identity/inputs';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, SignInRequired } from '#lib/api-error.ts';
import { useDraft } from '#lib/draft.ts';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Input } from '#ui/input.tsx';
import { Switch } from '#ui/switch.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.tsx';
import { AvatarField } from './avatar-field.tsx';
import { type ProfileControl, ProfileFields } from './profile-fields.tsx';
import { useSaveProfile } from './save-profile.ts';

const check = checkWith<FormValues>(() =>
  import('@lakou/contract/identity/inputs').then((m) => m.profileForm),
);

export type OwnProfile = { id: string } & {
  [Key in Exclude<keyof FormValues, 'interests' | 'is_public'>]: string | null;
} & { interests: string[] | null; is_public: boolean | null };

export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const t = useTranslations();
  const fieldError = useFieldError();
  const { status } = useSession();
  const [uploading, setUploading] = useState(false);
  const form = useForm<FormValues>({ resolver: check, defaultValues: formValues(profile) });
  const draft = useDraft(`profile-${profile.id}`, form);
  const save = useSaveProfile(profile.id, profile);
  const { isPending, submit } = useSubmit(form, {
    async send(values) {
      if (status !== 'in') throw new SignInRequired();
      await save(values as unknown as ProfileInput & { avatar_url: string | null });
      draft.forget();
      toast.success(t('identity.profile_updated'));
    },
    onError(error) {
      if (error instanceof ApiError && error.code === '23505')
        form.setError('username', { message: t('identity.profile_username_taken') }, { shouldFocus: true });
    },
    signInKey: 'identity.profile_login_to_update',
    signIn: 'offer',
    errorKey: 'identity.profile_update_failed',
  });
  const { errors } = form.formState;
  const control: ProfileControl = (name, field, more) =>
    name === 'bio' ? (
      <Textarea rows={4} {...field} {...form.register(name)} />
    ) : (
      <Input {...field} {...form.register(name)} {...more} />
    );
  return (
    <LiveForm onSubmit={submit} className="grid max-w-3xl gap-6">
      <ProfileFields
        avatar={
          <AvatarField
            owner={profile.id}
            name={form.watch('first_name') || form.watch('username')}
            saved={profile.avatar_url}
            value={form.watch('avatar_url')}
            onChange={(address) => form.setValue('avatar_url', address, { shouldDirty: true })}
            uploading={uploading}
            onUploading={setUploading}
          />
        }
        isPublic={
          <Switch
            label={t('identity.profile_public_profile')}
            hint={t('identity.profile_public_hint')}
            {...form.register('is_public')}
          />
        }
        control={control}
        errorOf={(name) => fieldError(errors[name])}
      />
      <div>
        <Button type="submit" size="l" busy={isPending} disabled={uploading}>
          {t(isPending ? 'identity.profile_saving' : 'identity.profile_update')}
        </Button>
      </div>
    </LiveForm>
  );
}

function formValues({ interests, is_public, avatar_url, ...profile }: OwnProfile): FormValues {
  const texts = [
    'username',
    'first_name',
    'last_name',
    'bio',
    'location',
    'website',
    'occupation',
    'phone',
    'date_of_birth',
  ] as const;
  return {
    ...(Object.fromEntries(texts.map((name) => [name, profile[name] ?? ''])) as Record<
      (typeof texts)[number],
      string
    >),
    interests: (interests ?? []).join(', '),
    is_public: is_public ?? true,
    avatar_url,
  };
}
