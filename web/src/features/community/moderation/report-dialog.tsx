import type { ReportInput } from '@lakou/contract/community/inputs';
import { REPORT_REASONS } from '@lakou/contract/community/limits';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '#lib/api-error.ts';
import { rowOrNull } from '#lib/database.ts';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.tsx';
import type { Target } from './moderate.ts';

/** Reports a text to the moderators. */
export default function ReportDialog({ target_kind, target_id, onClose }: Target & { onClose: () => void }) {
  const t = useTranslations();
  const fieldError = useFieldError();
  const id = useId();
  const form = useForm<ReportInput>({
    defaultValues: { target_kind, target_id, reason: REPORT_REASONS[0], note: '' },
    resolver: checkWith(() =>
      import('@lakou/contract/community/inputs').then((module) => module.reportInput),
    ),
  });
  const { errors } = form.formState;
  const { submit, isPending } = useSubmit(form, {
    async send({ reason, note = '' }) {
      rowOrNull(await (await supabase()).rpc('report', { target_kind, target_id, reason, note }));
      toast.success(t('community.reported'));
      onClose();
    },
    onError(error) {
      if (error instanceof ApiError && error.key === 'already_reported') onClose();
    },
    signInKey: 'community.report_login',
    signIn: 'offer',
    errorKey: 'community.report_failed',
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
            <Button type="submit" form={id} busy={isPending}>
              {t('community.send_report')}
            </Button>
          </>
        }
      >
        <LiveForm id={id} onSubmit={submit} className="grid gap-5">
          <Field label={t('community.reason')} error={fieldError(errors.reason)}>
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
          <Field label={t('community.details')} error={fieldError(errors.note)}>
            {(control) => <Textarea {...control} {...form.register('note')} />}
          </Field>
        </LiveForm>
      </DialogContent>
    </Dialog>
  );
}
