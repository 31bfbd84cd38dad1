import type { ReplyInput } from '@lakou/contract/community/inputs';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { isSignedOut } from '#lib/api-error.ts';
import { useDraft } from '#lib/draft.ts';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { requireUser } from '#lib/sign-in.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.tsx';
import { type DiscussedTitle, openTitleTopic, titleTopic } from '../discussion-link.tsx';
import { sendReply } from '../write/send.ts';
import { SuspensionNotice, useSuspension } from '../write/suspension-notice.tsx';

type DiscussionInput = Omit<ReplyInput, 'topic_id'>;

const loadCheck = () =>
  import('@lakou/contract/community/inputs').then(({ replyInput }) => replyInput.omit({ topic_id: true }));

/** A reply to the title's topic, which the first one creates. */
export function DiscussionForm({ title }: { title: DiscussedTitle }) {
  const t = useTranslations();
  const fieldError = useFieldError();
  const suspension = useSuspension();
  const client = useQueryClient();
  const form = useForm<DiscussionInput>({ defaultValues: blank(), resolver: checkWith(loadCheck) });
  const draft = useDraft(`discussion-${title.media_id}`, form);
  const { submit, isPending } = useSubmit(form, {
    async send(input) {
      const { id: user_id } = await requireUser();
      await sendReply({ ...input, topic_id: await openTitleTopic(title), user_id });
      form.reset(blank());
      draft.forget();
      toast.success(t('community.reply_posted'));
      await client.invalidateQueries({ queryKey: titleTopic(title).queryKey });
    },
    onError(error) {
      if (!isSignedOut(error)) form.setFocus('content');
    },
    signInKey: 'community.reply_login',
    errorKey: 'community.reply_failed',
  });
  if (suspension) return <SuspensionNotice />;
  return (
    <LiveForm
      onSubmit={submit}
      onFocus={() => loadCheck().catch(() => {})}
      aria-label={t('community.add_reply')}
      className="grid gap-3"
    >
      <Field
        label={t('community.your_reply')}
        labelHidden
        error={fieldError(form.formState.errors.content)}
        required
      >
        {(control) => (
          <Textarea
            {...control}
            {...form.register('content')}
            rows={2}
            readOnly={isPending}
            placeholder={t('community.discussion_text')}
          />
        )}
      </Field>
      <Button type="submit" busy={isPending} className="justify-self-start max-sm:w-full">
        {t(isPending ? 'community.posting' : 'community.post_reply')}
      </Button>
    </LiveForm>
  );
}

/** The id is made once per reply, so that sending it twice creates one (see send.ts). */
function blank(): DiscussionInput {
  return { id: crypto.randomUUID(), content: '' };
}
