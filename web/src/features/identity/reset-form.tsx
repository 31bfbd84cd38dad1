import type { ResetInput } from '@lakou/contract/identity/inputs';
import { useForm } from 'react-hook-form';
import { checkWith, LiveForm } from '#lib/form.tsx';
import { endSession } from '#lib/session.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { authErrorKey, useAuthErrorMessage } from './auth-error-message.ts';
import { PasswordField } from './password-field.tsx';

const check = checkWith<ResetInput>(() =>
  import('@lakou/contract/identity/inputs').then((m) => m.resetInput),
);
const PASSWORD_ERRORS = new Set(['weak_password', 'same_password']);

/** Sets a new password after a recovery link. */
export function ResetForm({ onDone }: { onDone: () => void }) {
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const form = useForm<ResetInput>({
    resolver: check,
    defaultValues: { password: '', confirm_password: '' },
  });
  const describeError = (error: unknown) => authMessage(error, 'identity.reset_failed');
  const { isPending, submit } = useSubmit(form, {
    async send({ password }) {
      const { auth } = await supabase();
      const { error } = await auth.updateUser({ password });
      if (error) throw error;
      toast.success(t('identity.reset_done'));
      onDone();
      // The link's session was only for this; the member signs in with the new password.
      await endSession();
    },
    onError(error) {
      if (!PASSWORD_ERRORS.has(authErrorKey(error) ?? '')) return false;
      form.setError('password', { message: describeError(error) }, { shouldFocus: true });
      return true;
    },
    describeError,
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
      <Button type="submit" size="l" busy={isPending} className="w-full">
        {t(isPending ? 'identity.reset_saving' : 'identity.reset_save')}
      </Button>
    </LiveForm>
  );
}
