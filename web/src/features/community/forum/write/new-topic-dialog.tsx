import type { TopicInput } from '@lakou/contract/community/inputs';
import { GENERAL_CATEGORY_ID } from '@lakou/contract/community/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useDraft } from '#lib/draft.ts';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { useAppearance } from '#lib/session.ts';
import { requireUser } from '#lib/sign-in.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { SignInPrompt } from '#ui/sign-in-prompt.tsx';
import { toast } from '#ui/toast.tsx';
import { useForumCategories } from '../category-names.ts';
import { Composer } from './composer.tsx';
import { createTopic } from './send.ts';
import { sendFailureMessage } from './send-failure-message.ts';
import { SuspensionNotice, useSuspension } from './suspension-notice.tsx';

const loadCheck = () => import('@lakou/contract/community/inputs').then(({ topicInput }) => topicInput);

export default function NewTopicDialog({
  category_id,
  onClose,
}: {
  category_id: string | null;
  onClose: () => void;
}) {
  const t = useTranslations();
  const fieldError = useFieldError();
  const id = useId();
  const navigate = useNavigate();
  const { signedIn } = useAppearance();
  const suspension = useSuspension();
  const categories = useForumCategories() ?? [];
  const client = useQueryClient();
  const form = useForm<TopicInput>({
    defaultValues: {
      // Generated once per topic, so that sending it twice creates one topic (see send.ts).
      id: crypto.randomUUID(),
      title: '',
      content: '',
      category_id: category_id ?? GENERAL_CATEGORY_ID,
    },
    resolver: checkWith(loadCheck),
  });
  const draft = useDraft('topic', form);
  const { errors } = form.formState;
  const disabled = !signedIn || suspension !== null;

  const { submit, isPending } = useSubmit(form, {
    async send(topic) {
      const { id: user_id } = await requireUser();
      const topic_id = await createTopic({ ...topic, user_id });
      await client.invalidateQueries({ queryKey: ['forum', 'list'] });
      draft.forget();
      toast.success(t('community.topic_created'));
      onClose();
      await navigate(`/forum/topic/${topic_id}`);
    },
    signInKey: 'community.log_in_to_create',
    describeError: (error) => sendFailureMessage(error, t),
  });

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="l"
        title={t('community.create')}
        description={t('community.create_text')}
        onPointerDownOutside={(event) => form.formState.isDirty && event.preventDefault()}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" form={id} busy={isPending} disabled={disabled}>
              {t(isPending ? 'community.creating' : 'community.create_topic')}
            </Button>
          </>
        }
      >
        <LiveForm
          id={id}
          onSubmit={submit}
          onFocus={() => loadCheck().catch(() => {})}
          className="grid gap-5"
        >
          {!signedIn && <SignInPrompt text={t('community.logged_out')} label={t('community.log_in')} />}
          <SuspensionNotice />
          <fieldset disabled={disabled} className="contents">
            <Field label={t('community.topic_title')} error={fieldError(errors.title)} required>
              {(control) => <Input {...control} {...form.register('title')} dir="auto" autoComplete="off" />}
            </Field>
            <Field label={t('community.category')} error={fieldError(errors.category_id)}>
              {({ required: _, ...control }) => (
                <Select {...control} {...form.register('category_id')}>
                  {categories.map((category) => (
                    <option key={category.id} value={category.id}>
                      {category.name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label={t('community.topic_content')} error={fieldError(errors.content)} required>
              {(control) => (
                <Controller
                  control={form.control}
                  name="content"
                  render={({ field: { onBlur: _, ...field } }) => (
                    <Composer {...control} {...field} rows={7} className="min-h-44" />
                  )}
                />
              )}
            </Field>
          </fieldset>
        </LiveForm>
      </DialogContent>
    </Dialog>
  );
}
