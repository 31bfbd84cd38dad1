import { NOTE_MAX } from '@lakou/contract/community/limits';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { rowOrNull } from '#lib/database.ts';
import { LiveForm } from '#lib/form.tsx';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.tsx';

const DAYS = [1, 7, 30];
const DAY_MS = 24 * 3600 * 1000;

/** Suspends a member from writing; the member sees the reason. */
export function SuspendDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = useTranslations();
  const client = useQueryClient();
  const formId = useId();
  const form = useForm({ defaultValues: { days: '7', reason: '' } });
  const { errors } = form.formState;
  const { submit, isPending } = useSubmit(form, {
    async send({ days, reason }) {
      const until = days && { until: new Date(Date.now() + Number(days) * DAY_MS).toISOString() };
      rowOrNull(await (await supabase()).rpc('suspend_member', { member_id: id, reason, ...(until || {}) }));
      toast.success(t('community.suspend_done', { name }));
      onClose();
      await client.invalidateQueries({ queryKey: ['forum', 'reports'] });
    },
    errorKey: 'community.moderation_failed',
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('community.suspend_name', { name })}
        description={t('community.suspend_text')}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" form={formId} variant="danger" busy={isPending}>
              {t('community.suspend')}
            </Button>
          </>
        }
      >
        <LiveForm id={formId} onSubmit={submit} className="grid gap-5">
          <Field label={t('community.suspend_for')}>
            {({ required: _, ...control }) => (
              <Select {...control} {...form.register('days')}>
                {DAYS.map((days) => (
                  <option key={days} value={days}>
                    {t('community.days', { count: days })}
                  </option>
                ))}
                <option value="">{t('community.for_good')}</option>
              </Select>
            )}
          </Field>
          <Field label={t('community.suspend_reason')} error={errors.reason?.message} required>
            {(control) => (
              <Textarea
                {...control}
                {...form.register('reason', {
                  validate: (text) => text.trim() !== '' || t('community.suspend_reason_empty'),
                })}
                maxLength={NOTE_MAX}
              />
            )}
          </Field>
        </LiveForm>
      </DialogContent>
    </Dialog>
  );
}
