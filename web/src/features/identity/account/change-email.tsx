import type { EmailInput } from '@lakou/contract/identity/inputs';
import { useForm } from 'react-hook-form';
import { checkWith, LiveForm } from '#lib/form.tsx';
import { useSession } from '#lib/session.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { useAuthErrorMessage } from '../auth-error-message.ts';
import { EmailField } from '../email-field.tsx';
import { useConfirmed } from './confirm-identity.tsx';
import { Section } from './section.tsx';

const check = checkWith<EmailInput>(() =>
  import('@lakou/contract/identity/inputs').then((m) => m.emailInput),
);

export function ChangeEmail() {
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const { user } = useSession();
  const confirmed = useConfirmed();
  const form = useForm<EmailInput>({ resolver: check, defaultValues: { email: '' } });
  const { isPending, submit } = useSubmit(form, {
    async send({ email }) {
      const { auth } = await supabase();
      await confirmed(async () => {
        const emailRedirectTo = `${location.origin}/account`;
        const { error } = await auth.updateUser({ email }, { emailRedirectTo });
        if (error) throw error;
      });
      form.reset();
      toast.success(t('identity.account_email_sent'));
    },
    describeError: (error) => authMessage(error, 'identity.account_email_failed'),
  });
  return (
    <Section
      title={t('identity.account_email')}
      text={t('identity.account_email_text', { email: user?.email ?? '' })}
    >
      <LiveForm onSubmit={submit} className="grid max-w-md gap-4">
        <EmailField form={form} label={t('identity.account_new_email')} autoComplete="email" />
        <Button type="submit" variant="secondary" busy={isPending} className="justify-self-start">
          {t('identity.account_change_email')}
        </Button>
      </LiveForm>
    </Section>
  );
}
