import type { ReplyInput } from '@lakou/contract/community/inputs';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useId, useImperativeHandle } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { isSignedOut } from '#lib/api-error.ts';
import { useDraft } from '#lib/draft.ts';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { useAppearance, useSession } from '#lib/session.ts';
import { requireUser } from '#lib/sign-in.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { SignInPrompt } from '#ui/sign-in-prompt.tsx';
import { toast } from '#ui/toast.tsx';
import type { Author } from '../author.tsx';
import type { Topic } from '../read-forum.ts';
import { Composer } from './composer.tsx';
import { quotePost } from './quote-post.ts';
import { ownAuthor } from './read-own-author.ts';
import { sendReply } from './send.ts';
import { SuspensionNotice, useSuspension } from './suspension-notice.tsx';

export interface ReplyFormHandle {
  /** Inserts a quote of a post into the form. */
  quote(content: string, username: string): void;
}

/** A reply that is being sent: shown at once, removed if the server refuses it. */
export interface PendingReply extends Author {
  id: string;
  content: string;
}

interface ReplyFormProps {
  ref: Ref<ReplyFormHandle>;
  topic: Topic;
  onSending: (reply: PendingReply) => void;
  onRefused: () => void;
  onSent: (reply: PendingReply) => Promise<void>;
}

/** The reply form, or the reason why the viewer cannot reply. */
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
        <SignInPrompt text={t('community.log_in_to_reply')} label={t('community.log_in')} />
      ) : suspension ? (
        <SuspensionNotice />
      ) : (
        <Form {...props} />
      )}
    </section>
  );
}

const loadCheck = () => import('@lakou/contract/community/inputs').then(({ replyInput }) => replyInput);

function Form({ ref, topic, onSending, onRefused, onSent }: ReplyFormProps) {
  const t = useTranslations();
  const fieldError = useFieldError();
  const { user } = useSession();
  const { data: ownProfile } = useQuery(ownAuthor(user?.id));
  const form = useForm<ReplyInput>({ defaultValues: blank(topic.id), resolver: checkWith(loadCheck) });
  const draft = useDraft(`reply-${topic.id}`, form);
  const { errors } = form.formState;

  useImperativeHandle(ref, () => ({
    quote(content, username) {
      const before = form.getValues('content').trimEnd();
      const text = `${before && `${before}\n\n`}${quotePost(content, username)}`;
      form.setValue('content', text, { shouldDirty: true });
      form.setFocus('content');
    },
  }));

  const { submit, isPending } = useSubmit(form, {
    async send({ id = '', topic_id, content }) {
      const { id: user_id } = await requireUser();
      const reply = { ...(ownProfile ?? unknownAuthor), id, content, user_id };
      onSending(reply);
      await sendReply({ id, topic_id, content, user_id });
      form.reset(blank(topic.id));
      draft.forget();
      toast.success(t('community.reply_posted'));
      await onSent(reply);
    },
    onError(error) {
      onRefused();
      if (!isSignedOut(error)) form.setFocus('content');
    },
    signInKey: 'community.reply_login',
    errorKey: 'community.reply_failed',
  });

  return (
    <LiveForm onSubmit={submit} onFocus={() => loadCheck().catch(() => {})} className="grid gap-3">
      <Field label={t('community.your_reply')} labelHidden error={fieldError(errors.content)} required>
        {(control) => (
          <Controller
            control={form.control}
            name="content"
            render={({ field: { onBlur: _, ...field } }) => (
              <Composer
                {...control}
                {...field}
                topic_id={topic.id}
                readOnly={isPending}
                rows={5}
                className="read-only:opacity-60"
              />
            )}
          />
        )}
      </Field>
      <Button type="submit" busy={isPending} className="justify-self-start max-sm:w-full">
        {t(isPending ? 'community.posting' : 'community.post_reply')}
      </Button>
    </LiveForm>
  );
}

/** The id is generated once per reply, so that sending it twice creates one reply (see send.ts). */
function blank(topic_id: string): Required<ReplyInput> {
  return { id: crypto.randomUUID(), topic_id, content: '' };
}

const unknownAuthor = { author_username: null, author_full_name: null, author_avatar_url: null };
