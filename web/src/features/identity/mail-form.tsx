import type { EmailInput } from '@lakou/contract/identity';
import type { MessageKey } from '@lakou/contract/translate';
import { useForm } from 'react-hook-form';
import { checkWith, LiveForm } from '#lib/form.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { useAuthSentence } from './auth-sentence.ts';
import { EmailField } from './email-field.tsx';

const check = checkWith<EmailInput>(() => import('@lakou/contract/identity').then((m) => m.emailInput));

/** Asks for an address, to which `send` sends a mail. */
export function MailForm(props: {
  email: string;
  button: MessageKey;
  failed: MessageKey;
  send: (email: string) => Promise<void>;
}) {
  const { email, button, failed, send } = props;
  const t = useTranslations();
  const say = useAuthSentence();
  const form = useForm<EmailInput>({ resolver: check, defaultValues: { email } });
  const { busy, submit } = useSubmit(form, {
    send: (values) => send(values.email),
    onFailure: (error) => toast.error(say(error, failed)),
  });
  return (
    <LiveForm
      className="grid gap-5"
      onSubmit={(event) => {
        // A form that opened this one must not hear of it: React passes events on through a dialog.
        event.stopPropagation();
        submit(event);
      }}
    >
      <EmailField form={form} />
      <Button type="submit" busy={busy}>
        {t(button)}
      </Button>
    </LiveForm>
  );
}
