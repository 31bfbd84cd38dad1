import type { ReplyInput } from '@lakou/contract/community';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type Ref, useId, useImperativeHandle, useRef } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { useDraft } from '#lib/draft.ts';
import { sayFailure } from '#lib/failure.ts';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { settledSession, useAppearance, useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { toast } from '#ui/toast.tsx';
import type { Author } from '../author.tsx';
import type { Topic } from '../read-forum.ts';
import { Composer } from './composer.tsx';
import { LogInNotice } from './log-in-notice.tsx';
import { quoted } from './quoted.ts';
import { ownFace } from './read-own-face.ts';
import { isSignedOut, sendReply } from './send.ts';
import { SuspensionNotice, useSuspension } from './suspension-notice.tsx';

export interface ReplyFormHandle {
  /** Puts somebody's words into the form, to be answered. */
  quote(content: string, username: string): void;
}

/** A reply on its way: shown at once, taken back if it is refused. */
export interface Sending extends Author {
  id: string;
  content: string;
}

interface ReplyFormProps {
  ref: Ref<ReplyFormHandle>;
  topic: Topic;
  onSending: (reply: Sending) => void;
  onRefused: () => void;
  onSent: (reply: Sending) => Promise<void>;
}

/** Below the replies: the form, or what keeps the reader from writing. */
export function ReplyForm(props: ReplyFormProps) {
  const t = useTranslations();
  const { signedIn } = useAppearance();
  const { admin } = useSession();
  const suspension = useSuspension();
  const id = useId();
  const locked = props.topic.locked && !admin;
  return (
    <section aria-labelledby={id} className="grid gap-4 border-t border-line pt-6">
      <h2 id={id} className="text-heading">
        {t('community.add_reply')}
      </h2>
      {locked ? (
        <Alert title={t('community.topic_locked')}>{t('community.topic_locked_text')}</Alert>
      ) : !signedIn ? (
        <LogInNotice text={t('community.log_in_to_reply')} />
      ) : suspension ? (
        <SuspensionNotice />
      ) : (
        <Form {...props} />
      )}
    </section>
  );
}

const loadCheck = () => import('@lakou/contract/community').then(({ replyInput }) => replyInput);

function Form({ ref, topic, onSending, onRefused, onSent }: ReplyFormProps) {
  const t = useTranslations();
  const say = useFieldError();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { user } = useSession();
  const { data: face } = useQuery(ownFace(user?.id));
  const sending = useRef(false);
  const form = useForm<ReplyInput>({ defaultValues: blank(topic.id), resolver: checkWith(loadCheck) });
  const draft = useDraft(`reply-${topic.id}`, form);
  const { errors, isSubmitting } = form.formState;

  useImperativeHandle(ref, () => ({
    quote(content, username) {
      const before = form.getValues('content').trimEnd();
      const text = `${before && `${before}\n\n`}${quoted(content, username)}`;
      form.setValue('content', text, { shouldDirty: true });
      form.setFocus('content');
    },
  }));

  const refuse = async (error: unknown): Promise<void> => {
    onRefused();
    if (error !== null && !isSignedOut(error)) {
      toast.error(sayFailure(error, t, 'community.reply_failed'));
      form.setFocus('content');
      return;
    }
    toast.error(t('community.reply_login'));
    await navigate('/login', { state: { from: pathname + search } });
  };
  const send = form.handleSubmit(async ({ id = '', topic_id, content }) => {
    const { user: author } = await settledSession();
    if (!author) return refuse(null);
    const reply = { ...(face ?? nobody), id, content, user_id: author.id };
    onSending(reply);
    try {
      await sendReply({ id, topic_id, content, user_id: author.id });
    } catch (error) {
      return refuse(error);
    }
    form.reset(blank(topic.id));
    draft.forget();
    toast.success(t('community.reply_posted'));
    await onSent(reply);
  });
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (sending.current) return;
    sending.current = true;
    await send().finally(() => {
      sending.current = false;
    });
  };

  return (
    <LiveForm onSubmit={submit} onFocus={() => loadCheck().catch(() => {})} className="grid gap-3">
      <Field label={t('community.your_reply')} labelHidden error={say(errors.content)} required>
        {(control) => (
          <Controller
            control={form.control}
            name="content"
            render={({ field: { onBlur: _, ...field } }) => (
              <Composer
                {...control}
                {...field}
                topic_id={topic.id}
                readOnly={isSubmitting}
                rows={5}
                className="read-only:opacity-60"
              />
            )}
          />
        )}
      </Field>
      <Button type="submit" busy={isSubmitting} className="justify-self-start max-sm:w-full">
        {t(isSubmitting ? 'community.posting' : 'community.post_reply')}
      </Button>
    </LiveForm>
  );
}

/** With an id made here, once for each reply: sent twice, it is still one (see send.ts). */
function blank(topic_id: string): Required<ReplyInput> {
  return { id: crypto.randomUUID(), topic_id, content: '' };
}

const nobody = { author_username: null, author_full_name: null, author_avatar_url: null };
