import type { ReviewInput } from '@lakou/contract/catalogue/inputs';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useDraft } from '#lib/draft.ts';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { FieldError } from '#ui/field-error.tsx';
import { StarInput } from '#ui/star-input.tsx';
import { Textarea } from '#ui/textarea.tsx';
import { toast } from '#ui/toast.tsx';
import type { Viewer } from '../viewer.ts';
import { type Review, type ReviewedTitle, titleColumn } from './read-reviews.ts';
import { writeReview } from './write-review.ts';

interface ReviewFormProps {
  title: ReviewedTitle;
  viewer: Viewer;
  existing: Review | null;
  /** Called after saving or canceling. */
  onDone: () => void;
}

export function ReviewForm({ title, viewer, existing, onDone }: ReviewFormProps) {
  const t = useTranslations();
  const errorOf = useFieldError();
  const id = useId();
  const box = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  const form = useForm<ReviewInput>({
    defaultValues: {
      [titleColumn(title.kind)]: title.id,
      rating: existing?.rating ?? 0,
      review_text: existing?.review_text ?? '',
    },
    resolver: checkWith(() =>
      import('@lakou/contract/catalogue/inputs').then(({ reviewInput }) => reviewInput),
    ),
  });
  const draft = useDraft(`review-${title.id}`, form);
  const { errors } = form.formState;

  useEffect(() => {
    if (existing) focusStars(box.current);
  }, [existing]);

  const { submit, isPending } = useSubmit(form, {
    async send(input) {
      await writeReview(input, { viewer, existing });
      draft.forget();
      toast.success(t(existing ? 'catalogue.review_updated' : 'catalogue.review_submitted'));
      onDone();
      // Average and count are on every card of the film.
      await client.invalidateQueries({ queryKey: ['catalogue'] });
    },
    onInvalid: ({ rating }) => rating && focusStars(box.current),
    signInKey: 'catalogue.review_sign_in',
    signIn: 'offer',
    errorKey: 'catalogue.review_failed',
  });

  return (
    <LiveForm ref={box} onSubmit={submit} aria-labelledby={`${id}-name`} className="grid gap-4">
      <h3 id={`${id}-name`} className="text-xl">
        {t(existing ? 'catalogue.edit_review' : 'catalogue.write_review')}
      </h3>
      <div className="grid gap-1.5" aria-describedby={errors.rating && `${id}-rating`}>
        <Controller
          control={form.control}
          name="rating"
          render={({ field }) => (
            <StarInput label={t('catalogue.your_rating')} value={field.value} onChange={field.onChange} />
          )}
        />
        <FieldError id={`${id}-rating`} error={errorOf(errors.rating)} />
      </div>
      <Field label={t('catalogue.review_text')} error={errorOf(errors.review_text)}>
        {(control) => <Textarea {...control} {...form.register('review_text')} />}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isPending}>
          {t(existing ? 'catalogue.update_review' : 'catalogue.submit_review')}
        </Button>
        {existing && (
          <Button
            variant="quiet"
            onClick={() => {
              draft.forget();
              onDone();
            }}
          >
            {t('shell.cancel')}
          </Button>
        )}
      </div>
    </LiveForm>
  );
}

function focusStars(form: HTMLFormElement | null): void {
  const stars = [...(form?.querySelectorAll<HTMLInputElement>('input[type=radio]') ?? [])];
  (stars.find(({ checked }) => checked) ?? stars[0])?.focus();
}
