import type { ContactInput } from '@lakou/contract/contact';
import { type FormEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useDraft } from '#lib/draft.ts';
import { sayFailure } from '#lib/failure.ts';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { useSettings } from '#lib/page-frame.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.tsx';
import { useSendMessage } from './contact-message.ts';
import { useSender } from './contact-sender.ts';

const blank: ContactInput = { name: '', email: '', subject: '', message: '' };
const loadCheck = () => import('@lakou/contract/contact').then((contract) => contract.contactInput);

export function ContactForm() {
  const t = useTranslations();
  const { supportEmail } = useSettings();
  const fieldError = useFieldError();
  const form = useForm<ContactInput>({ defaultValues: blank, resolver: checkWith(loadCheck) });
  const { register, formState, getValues, setValue } = form;
  const { errors, isSubmitting } = formState;
  const draft = useDraft('contact', form);
  const { mutateAsync: send } = useSendMessage();
  const [failure, setFailure] = useState<unknown>();
  const sending = useRef(false);
  useSender(({ name, email }) => {
    if (name && !getValues('name')) setValue('name', name);
    if (email && !getValues('email')) setValue('email', email);
  });

  const sendOnce = form.handleSubmit(async (message) => {
    await send(message);
    toast.success(t('community.contact_sent'));
    form.reset(blank);
    draft.forget();
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    setFailure(undefined);
    await sendOnce().catch(setFailure);
    sending.current = false;
  };

  return (
    // What checks the fields is fetched while the first one is written in; where that fails, sending says so.
    <LiveForm onSubmit={submit} onFocus={() => loadCheck().catch(() => {})} className="grid gap-5">
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
        <Alert tone="danger" title={sayFailure(failure, t, 'community.contact_not_sent')}>
          {t('community.contact_nothing_lost', { email: supportEmail })}
        </Alert>
      )}
      <Button type="submit" size="l" busy={isSubmitting} className="justify-self-start max-sm:w-full">
        {t('community.contact_send')}
      </Button>
    </LiveForm>
  );
}
