import { useEffect } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useDraft } from '#lib/draft.ts';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Field } from '#ui/field.tsx';
import { toast } from '#ui/toast.tsx';
import type { Post } from '../read-forum.ts';
import { Composer } from './composer.tsx';
import { EditButtons } from './edit-buttons.tsx';
import { saveEdit } from './save-edit.ts';

interface EditPostFormProps {
  topic_id: string;
  post: Post;
  onDone: () => void;
  onCancel: () => void;
}

export function EditPostForm({ topic_id, post, onDone, onCancel }: EditPostFormProps) {
  const t = useTranslations();
  const fieldError = useFieldError();
  const form = useForm({
    defaultValues: { post_id: post.id, content: post.content },
    resolver: checkWith(() =>
      import('@lakou/contract/community/inputs').then((module) => module.editPostInput),
    ),
  });
  const draft = useDraft(`edit-${post.id}`, form);
  useEffect(() => form.setFocus('content'), [form]);
  const { submit, isPending } = useSubmit(form, {
    async send({ content }) {
      await saveEdit({ post_id: post.id, content });
      draft.forget();
      toast.success(t('community.edit_saved'));
      onDone();
    },
    errorKey: 'community.edit_failed',
  });
  return (
    <LiveForm onSubmit={submit} aria-label={t('community.edit_post')} className="grid gap-3">
      <Field
        label={t('community.edit_post')}
        labelHidden
        error={fieldError(form.formState.errors.content)}
        required
      >
        {(control) => (
          <Controller
            control={form.control}
            name="content"
            render={({ field: { onBlur: _, ...field } }) => (
              <Composer {...control} {...field} topic_id={topic_id} />
            )}
          />
        )}
      </Field>
      <EditButtons
        busy={isPending}
        onCancel={() => {
          draft.forget();
          onCancel();
        }}
      />
    </LiveForm>
  );
}
