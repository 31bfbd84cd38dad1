import { useEffect } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useDraft } from '#lib/draft.ts';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { toast } from '#ui/toast.tsx';
import type { Topic } from '../read-forum.ts';
import { Composer } from './composer.tsx';
import { EditButtons } from './edit-buttons.tsx';
import { saveEdit } from './save-edit.ts';

interface EditTopicFormProps {
  topic: Topic;
  onDone: () => void;
  onCancel: () => void;
}

export function EditTopicForm({ topic, onDone, onCancel }: EditTopicFormProps) {
  const t = useTranslations();
  const fieldError = useFieldError();
  const form = useForm({
    defaultValues: { topic_id: topic.id, title: topic.title, content: topic.content },
    resolver: checkWith(() =>
      import('@lakou/contract/community/inputs').then((module) => module.editTopicInput),
    ),
  });
  const draft = useDraft(`edit-${topic.id}`, form);
  const { errors } = form.formState;
  useEffect(() => form.setFocus('content'), [form]);
  const { submit, isPending } = useSubmit(form, {
    async send({ title, content }) {
      await saveEdit({ topic_id: topic.id, title, content });
      draft.forget();
      toast.success(t('community.edit_saved'));
      onDone();
    },
    errorKey: 'community.edit_failed',
  });
  return (
    <LiveForm onSubmit={submit} aria-label={t('community.edit_topic')} className="grid gap-4">
      <Field label={t('community.topic_title')} error={fieldError(errors.title)} required>
        {(control) => <Input {...control} {...form.register('title')} dir="auto" />}
      </Field>
      <Field label={t('community.topic_content')} error={fieldError(errors.content)} required>
        {(control) => (
          <Controller
            control={form.control}
            name="content"
            render={({ field: { onBlur: _, ...field } }) => (
              <Composer {...control} {...field} topic_id={topic.id} />
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
