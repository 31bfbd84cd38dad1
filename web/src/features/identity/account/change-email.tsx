import type { LetterInput } from '@lakou/contract/identity';
import { useForm } from 'react-hook-form';
import { checkWith, LiveForm } from '../../../lib/form.tsx';
import { useSession } from '../../../lib/session.ts';
import { supabase } from '../../../lib/supabase.ts';
import { useSubmit } from '../../../lib/use-deed.ts';
import { useWords } from '../../../lib/words.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useAuthSentence } from '../auth-sentence.ts';
import { EmailField } from '../email-field.tsx';
import { Section } from './section.tsx';

const check = checkWith<LetterInput>(() => import('@lakou/contract/identity').then((m) => m.letterInput));

export function ChangeEmail() {
  const t = useWords();
  const say = useAuthSentence();
  const { user } = useSession();
  const form = useForm<LetterInput>({ resolver: check, defaultValues: { email: '' } });
  const { busy, submit } = useSubmit(form, {
    async send({ email }) {
      const { auth } = await supabase();
      const { error } = await auth.updateUser({ email }, { emailRedirectTo: `${location.origin}/account` });
      if (error) throw error;
      form.reset();
      toast.success(t('account.email_sent'));
    },
    onFailure: (error) => toast.error(say(error, 'account.email_failed')),
  });
  return (
    <Section title={t('account.email')} text={t('account.email_text', { email: user?.email ?? '' })}>
      <LiveForm onSubmit={submit} className="grid max-w-md gap-4">
        <EmailField form={form} label={t('account.new_email')} autoComplete="email" />
        <Button type="submit" variant="secondary" busy={busy} className="justify-self-start">
          {t('account.change_email')}
        </Button>
      </LiveForm>
    </Section>
  );
}
