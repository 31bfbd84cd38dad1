import type { LetterInput } from '@lakou/contract/identity';
import type { WordKey } from '@lakou/contract/words';
import { useForm } from 'react-hook-form';
import { checkWith, LiveForm } from '../../lib/form.tsx';
import { useSubmit } from '../../lib/use-deed.ts';
import { useWords } from '../../lib/words.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { useAuthSentence } from './auth-sentence.ts';
import { EmailField } from './email-field.tsx';

const check = checkWith<LetterInput>(() => import('@lakou/contract/identity').then((m) => m.letterInput));

/** Asks for an address, to which `send` sends a mail. */
export function MailForm(props: {
  email: string;
  button: WordKey;
  failed: WordKey;
  send: (email: string) => Promise<void>;
}) {
  const { email, button, failed, send } = props;
  const t = useWords();
  const say = useAuthSentence();
  const form = useForm<LetterInput>({ resolver: check, defaultValues: { email } });
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
