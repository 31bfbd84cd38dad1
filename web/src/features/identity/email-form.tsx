import type { EmailInput } from '@lakou/contract/identity/inputs';
import type { MessageKey } from '@lakou/contract/translate';
import { useForm } from 'react-hook-form';
import { checkWith, LiveForm } from '#lib/form.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { useAuthErrorMessage } from './auth-error-message.ts';
import { EmailField } from './email-field.tsx';

const check = checkWith<EmailInput>(() =>
  import('@lakou/contract/identity/inputs').then((m) => m.emailInput),
);

/** A form with one email field; `send` sends an email there. */
export function EmailForm(props: {
  email: string;
  button: MessageKey;
  failed: MessageKey;
  send: (email: string) => Promise<void>;
}) {
  const { email, button, failed, send } = props;
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const form = useForm<EmailInput>({ resolver: check, defaultValues: { email } });
  const { isPending, submit } = useSubmit(form, {
    send: (values) => send(values.email),
    describeError: (error) => authMessage(error, failed),
  });
  return (
    <LiveForm
      className="grid gap-5"
      onSubmit={(event) => {
        // React events bubble through dialogs: without this the form below would submit too.
        event.stopPropagation();
        submit(event);
      }}
    >
      <EmailField form={form} />
      <Button type="submit" busy={isPending}>
        {t(button)}
      </Button>
    </LiveForm>
  );
}
