import type { ContactInput } from '@lakou/contract/community/inputs';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { rowOrNull } from '#lib/database.ts';
import { useDraft } from '#lib/draft.ts';
import { errorMessage } from '#lib/error-message.ts';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { useSettings } from '#lib/page-frame.ts';
import { database } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.tsx';
import { PlainContactForm } from './plain-contact-form.tsx';
import { useSenderDetails } from './use-sender-details.ts';

const blank: ContactInput = { name: '', email: '', subject: '', message: '' };
const loadCheck = () => import('@lakou/contract/community/inputs').then((contract) => contract.contactInput);

export function ContactForm() {
  const t = useTranslations();
  const { supportEmail } = useSettings();
  const fieldError = useFieldError();
  const form = useForm<ContactInput>({ defaultValues: blank, resolver: checkWith(loadCheck) });
  const { register, formState, getValues, setValue } = form;
  const { errors } = formState;
  const draft = useDraft('contact', form);
  const [failure, setFailure] = useState<unknown>();
  useSenderDetails(({ name, email }) => {
    if (name && !getValues('name')) setValue('name', name);
    if (email && !getValues('email')) setValue('email', email);
  });

  const { submit, isPending } = useSubmit(form, {
    async send(message) {
      setFailure(undefined);
      // Visitors cannot read messages, so no row is returned.
      rowOrNull(await (await database()).from('contact_messages').insert(message));
      toast.success(t('community.contact_sent'));
      form.reset(blank);
      draft.forget();
    },
    onError: setFailure,
  });

  return (
    // The schema is loaded when the form first gets the focus; if that fails, submitting reports it.
    <LiveForm
      onSubmit={submit}
      onFocus={() => loadCheck().catch(() => {})}
      plain={<PlainContactForm />}
      className="grid gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('community.contact_name')} error={fieldError(errors.name)} required>
          {(control) => <Input autoComplete="name" {...control} {...register('name')} />}
        </Field>
        <Field label={t('community.contact_email')} error={fieldError(errors.email)} required>
          {(control) => (
            <Input type="email" autoComplete="email" inputMode="email" {...control} {...register('email')} />
          )}
        </Field>
      </div>
      <Field label={t('community.contact_subject')} error={fieldError(errors.subject)} required>
        {(control) => <Input {...control} {...register('subject')} />}
      </Field>
      <Field label={t('community.contact_message')} error={fieldError(errors.message)} required>
        {(control) => (
          <Textarea rows={7} className="min-h-48 lg:min-h-72" {...control} {...register('message')} />
        )}
      </Field>
      {failure !== undefined && (
        <Alert tone="danger" title={errorMessage(failure, t, 'community.contact_not_sent')}>
          {t('community.contact_nothing_lost', { email: supportEmail })}
        </Alert>
      )}
      <Button type="submit" size="l" busy={isPending} className="justify-self-start max-sm:w-full">
        {t('community.contact_send')}
      </Button>
    </LiveForm>
  );
}
