import type { TopicInput } from '@lakou/contract/community';
import { GENERAL_CATEGORY_ID } from '@lakou/contract/forum';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useRef } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router';
import { useDraft } from '#lib/draft.ts';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { settledSession, useAppearance } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Select } from '#ui/select.tsx';
import { toast } from '#ui/toast.tsx';
import { forumCategories } from '../read-forum.ts';
import { Composer } from './composer.tsx';
import { LogInNotice } from './log-in-notice.tsx';
import { saySendFailure } from './say-send-failure.ts';
import { isSignedOut, useCreateTopic } from './send.ts';
import { SuspensionNotice, useSuspension } from './suspension-notice.tsx';

const loadCheck = () => import('@lakou/contract/community').then(({ topicInput }) => topicInput);

export default function NewTopicDialog({
  category_id,
  onClose,
}: {
  category_id: string | null;
  onClose: () => void;
}) {
  const t = useTranslations();
  const say = useFieldError();
  const id = useId();
  const navigate = useNavigate();
  const location = useLocation();
  const { signedIn } = useAppearance();
  const suspension = useSuspension();
  const { data: rooms = [] } = useQuery(forumCategories());
  const { mutateAsync: create } = useCreateTopic();
  const sending = useRef(false);
  const form = useForm<TopicInput>({
    defaultValues: {
      // Made here, once for each topic: sent twice, it is still one (see send.ts).
      id: crypto.randomUUID(),
      title: '',
      content: '',
      category_id: category_id ?? GENERAL_CATEGORY_ID,
    },
    resolver: checkWith(loadCheck),
  });
  const draft = useDraft('topic', form);
  const { errors, isSubmitting } = form.formState;
  const off = !signedIn || suspension !== null;

  const send = form.handleSubmit(async (topic) => {
    const { user } = await settledSession();
    try {
      if (!user) throw new Error('nobody is signed in');
      await create({ ...topic, user_id: user.id });
    } catch (error) {
      if (!user || isSignedOut(error)) {
        toast.error(t('community.log_in_to_create'));
        await navigate('/login', { state: { from: location.pathname + location.search } });
      } else toast.error(saySendFailure(error, t));
      return;
    }
    draft.forget();
    toast.success(t('community.topic_created'), {
      action: { label: t('community.open_topic'), onClick: () => void navigate(`/forum/topic/${topic.id}`) },
    });
    onClose();
    if (location.search) await navigate(location.pathname);
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
            <Button type="submit" form={id} busy={isSubmitting} disabled={off}>
              {t(isSubmitting ? 'community.creating' : 'community.create_topic')}
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
          {!signedIn && <LogInNotice text={t('community.logged_out')} />}
          <SuspensionNotice />
          <fieldset disabled={off} className="contents">
            <Field label={t('community.topic_title')} error={say(errors.title)} required>
              {(control) => <Input {...control} {...form.register('title')} dir="auto" autoComplete="off" />}
            </Field>
            <Field label={t('community.room')} error={say(errors.category_id)}>
              {({ required: _, ...control }) => (
                <Select {...control} {...form.register('category_id')}>
                  {rooms.map((room) => (
                    <option key={room.id} value={room.id}>
                      {room.name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            <Field label={t('community.topic_content')} error={say(errors.content)} required>
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
