import type { ResetInput } from '@lakou/contract/identity';
import { useForm } from 'react-hook-form';
import { checkWith, LiveForm } from '#lib/form.tsx';
import { leaveSession } from '#lib/session.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { keyOf, useAuthSentence } from './auth-sentence.ts';
import { PasswordField } from './password-field.tsx';

const check = checkWith<ResetInput>(() => import('@lakou/contract/identity').then((m) => m.resetInput));
const ABOUT_THE_PASSWORD = new Set(['weak_password', 'same_password']);

/** A new password, by somebody whom a link has let in for that. */
export function ResetForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations();
  const say = useAuthSentence();
  const form = useForm<ResetInput>({
    resolver: check,
    defaultValues: { password: '', confirm_password: '' },
  });
  const { busy, submit } = useSubmit(form, {
    async send({ password }) {
      const { auth } = await supabase();
      const { error } = await auth.updateUser({ password });
      if (error) throw error;
      toast.success(t('identity.reset_done'));
      onDone();
      // The link opened the door once, for this. From now on the new password does.
      await leaveSession();
    },
    onFailure(error) {
      const message = say(error, 'identity.reset_failed');
      if (ABOUT_THE_PASSWORD.has(keyOf(error) ?? '')) {
        form.setError('password', { message }, { shouldFocus: true });
      } else toast.error(message);
    },
  });
  return (
    <LiveForm onSubmit={submit} className="grid gap-5">
      <PasswordField
        form={form}
        name="password"
        label={t('identity.new_password')}
        hint={t('identity.password_hint')}
        autoComplete="new-password"
      />
      <PasswordField
        form={form}
        name="confirm_password"
        label={t('identity.confirm_new_password')}
        autoComplete="new-password"
      />
      <Button type="submit" size="l" busy={busy} className="w-full">
        {t(busy ? 'identity.reset_saving' : 'identity.reset_save')}
      </Button>
    </LiveForm>
  );
}
