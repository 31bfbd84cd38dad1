import { readPostedContact } from '@lakou/contract/community/posted-contact';
import { useSearchParams } from 'react-router';
import { errorKeyMessage } from '#lib/error-message.ts';
import { useSettings } from '#lib/page-frame.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Textarea } from '#ui/textarea.tsx';

/** The contact form without JavaScript: the server answers with this page again (server/src/web/mount-contact.ts). */
export function PlainContactForm() {
  const t = useTranslations();
  const { supportEmail } = useSettings();
  const [params] = useSearchParams();
  const { values, errors = {}, failure } = (import.meta.env.SSR && readPostedContact(params)) || {};
  const errorOf = (key: string | undefined) => key && errorKeyMessage(key, t);
  const [firstWrong] = (['name', 'email', 'subject', 'message'] as const).filter((field) => errors[field]);
  const failed = failure !== undefined && errorOf(failure);
  return (
    <>
      {params.get('sent') === 'yes' && (
        <Alert tone="success" title={t('community.contact_sent')} className="mb-5" />
      )}
      <noscript>
        <form method="post" action="/contact" className="grid gap-5">
          <Field label={t('community.contact_name')} error={errorOf(errors.name)} required>
            {(control) => (
              <Input
                {...control}
                name="name"
                autoFocus={firstWrong === 'name'}
                autoComplete="name"
                defaultValue={values?.name}
                minLength={2}
              />
            )}
          </Field>
          <Field label={t('community.contact_email')} error={errorOf(errors.email)} required>
            {(control) => (
              <Input
                {...control}
                name="email"
                autoFocus={firstWrong === 'email'}
                type="email"
                autoComplete="email"
                defaultValue={values?.email}
              />
            )}
          </Field>
          <Field label={t('community.contact_subject')} error={errorOf(errors.subject)} required>
            {(control) => (
              <Input
                {...control}
                name="subject"
                autoFocus={firstWrong === 'subject'}
                defaultValue={values?.subject}
                minLength={5}
              />
            )}
          </Field>
          <Field label={t('community.contact_message')} error={errorOf(errors.message)} required>
            {(control) => (
              <Textarea
                {...control}
                name="message"
                autoFocus={firstWrong === 'message'}
                rows={7}
                defaultValue={values?.message}
                minLength={10}
                maxLength={5000}
              />
            )}
          </Field>
          {failure !== undefined && (
            <Alert
              tone="danger"
              title={failed && failed !== failure ? failed : t('community.contact_not_sent')}
            >
              {t('community.contact_nothing_lost', { email: supportEmail })}
            </Alert>
          )}
          <Button type="submit" size="l" className="justify-self-start max-sm:w-full">
            {t('community.contact_send')}
          </Button>
        </form>
      </noscript>
    </>
  );
}
