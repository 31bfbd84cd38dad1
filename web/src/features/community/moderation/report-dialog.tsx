import type { ReportInput } from '@lakou/contract/community';
import { REPORT_REASONS } from '@lakou/contract/forum';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { DataError, rowOrNull } from '#lib/database.ts';
import { sayFailure } from '#lib/failure.ts';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.tsx';
import type { Target } from './moderate.ts';

/** Tells the moderators of a text. */
export default function ReportDialog({ target_kind, target_id, onClose }: Target & { onClose: () => void }) {
  const t = useTranslations();
  const say = useFieldError();
  const id = useId();
  const form = useForm<ReportInput>({
    defaultValues: { target_kind, target_id, reason: REPORT_REASONS[0], note: '' },
    resolver: checkWith(() => import('@lakou/contract/community').then((module) => module.reportInput)),
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ reason, note = '' }) => {
    try {
      rowOrNull(await (await supabase()).rpc('report', { target_kind, target_id, reason, note }));
      toast.success(t('community.reported'));
      onClose();
    } catch (error) {
      if (error instanceof DataError && error.status === 401) toast.error(t('community.report_login'));
      else toast.error(sayFailure(error, t, 'community.report_failed'));
      if (error instanceof DataError && error.hint === 'already_reported') onClose();
    }
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('community.report_title')}
        description={t('community.report_text')}
        footer={
          <>
            <Button variant="secondary" onClick={onClose}>
              {t('shell.cancel')}
            </Button>
            <Button type="submit" form={id} busy={isSubmitting}>
              {t('community.send_report')}
            </Button>
          </>
        }
      >
        <LiveForm id={id} onSubmit={submit} className="grid gap-5">
          <Field label={t('community.reason')} error={say(errors.reason)}>
            {({ required: _, ...control }) => (
              <Select {...control} {...form.register('reason')}>
                {REPORT_REASONS.map((reason) => (
                  <option key={reason} value={reason}>
                    {t(`community.reason_${reason}`)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={t('community.details')} error={say(errors.note)}>
            {(control) => <Textarea {...control} {...form.register('note')} />}
          </Field>
        </LiveForm>
      </DialogContent>
    </Dialog>
  );
}
