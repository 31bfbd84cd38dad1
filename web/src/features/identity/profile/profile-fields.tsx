import type { ProfileForm as FormValues } from '@lakou/contract/identity/inputs';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Field } from '#ui/field.tsx';

type TextField = Exclude<keyof FormValues, 'is_public' | 'avatar_url'>;
type FieldProps = Parameters<ComponentProps<typeof Field>['children']>[0];

/** The control of one field. */
export type ProfileControl = (
  name: TextField,
  field: FieldProps,
  more: Omit<ComponentProps<'input'>, 'id'>,
) => ReactNode;

interface ProfileFieldsProps {
  avatar: ReactNode;
  isPublic: ReactNode;
  control: ProfileControl;
  errorOf?: (name: TextField) => string | undefined;
}

/** The layout of the profile's fields, for the form and for its placeholder. */
export function ProfileFields({ avatar, isPublic, control, errorOf }: ProfileFieldsProps) {
  const t = useTranslations();
  const text = (name: TextField, more: Omit<ComponentProps<'input'>, 'id'> = {}) => (
    <Field
      label={t(`identity.profile_${name}`)}
      error={errorOf?.(name)}
      {...(name === 'interests' ? { hint: t('identity.profile_interests_hint') } : {})}
      {...(name === 'phone' || name === 'date_of_birth' ? { hint: t('identity.profile_phone_hint') } : {})}
    >
      {(field) => control(name, field, more)}
    </Field>
  );
  return (
    <>
      {avatar}
      {text('username', { autoComplete: 'nickname' })}
      {isPublic}
      <div className="grid items-start gap-6 sm:grid-cols-2">
        {text('first_name', { autoComplete: 'given-name' })}
        {text('last_name', { autoComplete: 'family-name' })}
      </div>
      {text('bio')}
      <div className="grid items-start gap-6 sm:grid-cols-2">
        {text('location', { placeholder: t('identity.profile_location_example') })}
        {text('website', { type: 'url', inputMode: 'url', autoComplete: 'url', placeholder: 'https://' })}
        {text('occupation', { autoComplete: 'organization-title' })}
        {text('phone', { type: 'tel', autoComplete: 'tel' })}
        {text('date_of_birth', { type: 'date', autoComplete: 'bday', min: '1900-01-01' })}
        {text('interests')}
      </div>
    </>
  );
}
