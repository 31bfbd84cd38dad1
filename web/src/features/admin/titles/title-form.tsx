import type { MovieInput, SeriesInput } from '@lakou/contract/admin/inputs';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { ApiError, isNetworkError } from '#lib/api-error.ts';
import { LiveForm } from '#lib/form.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { useAction, useSubmit } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { describeAdminError } from '../describe-admin-error.ts';
import { useFormUploads } from '../media/use-field-upload.ts';
import { UnsavedChangesPrompt } from '../unsaved-changes-prompt.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { PreviewButton } from './preview-button.tsx';
import { createTitle, EditConflictError, saveTitle } from './save-title.ts';
import { TitleFields } from './title-fields.tsx';
import {
  type EditedTitle,
  type Kind,
  type TitleDraft,
  type TitleFormValues,
  toFormValues,
  toTitleDraft,
  toTitleInput,
} from './title-form-values.ts';

export interface TitleFormProps {
  kind: Kind;
  /** Null creates a new title. */
  title: EditedTitle | null;
  onSaved: (title: EditedTitle) => unknown;
  /** Renders the public page of a draft; passed in because features do not import each other. */
  preview: (draft: TitleDraft) => ReactNode;
  /** Shown between the fields and the buttons. */
  children?: ReactNode;
}

/** The form of a film or series. Changes that somebody else saved meanwhile are never overwritten silently. */
export function TitleForm({ kind, title, onSaved, preview, children }: TitleFormProps) {
  const t = useTranslations();
  const queries = useQueryClient();
  const [opened, setOpened] = useState(title);
  // A new title has its id from the start, so that uploads can refer to it.
  const [id] = useState(() => title?.id ?? crypto.randomUUID());
  const [conflict, setMeanwhile] = useState<EditedTitle | null>(null);
  const form = useForm<TitleFormValues>({
    resolver: titleResolver(kind),
    defaultValues: toFormValues(title),
  });
  const messages = kind === 'movie' ? movieMessages : seriesMessages;

  async function save(values: TitleFormValues, over: EditedTitle | null): Promise<void> {
    const input = await parseInput(kind, values);
    const saved = over ? await saveTitle(kind, over, input) : await createTitle(kind, { ...input, id });
    setOpened(saved);
    form.reset(toFormValues(saved));
    toast.success(t(over ? messages.updated : messages.created));
    await queries.invalidateQueries();
    await onSaved(saved);
  }
  function describeError(error: unknown): string {
    if (error instanceof EditConflictError) return t(messages.gone);
    const isPlain = error instanceof ApiError && !error.key && !isNetworkError(error);
    if (!opened && isPlain && error.message) return error.message;
    return describeAdminError(error, t, opened ? messages.updateFailed : messages.createFailed);
  }
  const failure = {
    onError(error: unknown) {
      if (!(error instanceof EditConflictError && error.now)) return false;
      setMeanwhile(error.now);
      return true;
    },
    describeError,
  };
  const { isPending, submit } = useSubmit(form, { send: (values) => save(values, opened), ...failure });
  const overwrite = useAction((theirs: EditedTitle) => save(form.getValues(), theirs), failure);
  const dirty = form.formState.isDirty;
  const sending = useFormUploads(id, opened !== null || isPending);
  return (
    <>
      <LiveForm onSubmit={submit} className="grid gap-6">
        <TitleFields
          kind={kind}
          form={form}
          id={id}
          hasVideo={kind === 'series' || Boolean(opened && 'has_video' in opened && opened.has_video)}
        />
        {children}
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" size="l" busy={isPending || overwrite.isPending}>
            {t(isPending ? 'admin.saving' : opened ? messages.save : messages.create)}
          </Button>
          <PreviewButton render={() => preview(toTitleDraft(form.getValues(), opened))} />
          {opened && dirty && <p className="text-soft">{t('admin.not_saved_yet')}</p>}
        </div>
      </LiveForm>
      {(dirty || (!opened && sending > 0)) && !isPending && <UnsavedChangesPrompt />}
      {opened && conflict && (
        <ConflictDialog
          opened={opened}
          now={conflict}
          mine={form.getValues()}
          onClose={() => setMeanwhile(null)}
          onTakeTheirs={() => {
            setOpened(conflict);
            form.reset(toFormValues(conflict));
            setMeanwhile(null);
          }}
          onKeepMine={() => {
            setMeanwhile(null);
            void overwrite.run(conflict);
          }}
        />
      )}
    </>
  );
}

async function parseInput(kind: Kind, values: TitleFormValues): Promise<MovieInput | SeriesInput> {
  const { movieInput, seriesInput } = await import('@lakou/contract/admin/inputs');
  return kind === 'movie'
    ? movieInput.parse(toTitleInput(kind, values))
    : seriesInput.parse(toTitleInput(kind, values));
}

/** Validates with the schema of the contract; `director` and `creator` are both called `maker` in the form. */
function titleResolver(kind: Kind): Resolver<TitleFormValues> {
  return async (values, context, options) => {
    const [{ zodResolver }, { movieInput, seriesInput }] = await Promise.all([
      import('@hookform/resolvers/zod'),
      import('@lakou/contract/admin/inputs'),
    ]);
    const schema = kind === 'movie' ? movieInput : seriesInput;
    const result = await zodResolver(schema as never)(
      toTitleInput(kind, values) as never,
      context,
      options as never,
    );
    const { director, creator, ...errors } = result.errors as Record<string, unknown>;
    const maker = director ?? creator;
    const found = { ...errors, ...(maker ? { maker } : {}) };
    return Object.keys(found).length > 0 ? { values: {}, errors: found as never } : { values, errors: {} };
  };
}

const movieMessages = {
  save: 'admin.update_movie',
  create: 'admin.create_movie',
  updated: 'admin.movie_updated',
  created: 'admin.movie_created',
  updateFailed: 'admin.movie_update_failed',
  createFailed: 'admin.movie_create_failed',
  gone: 'admin.movie_gone',
} as const;
const seriesMessages = {
  save: 'admin.update_series',
  create: 'admin.add_series',
  updated: 'admin.series_updated',
  created: 'admin.series_added',
  updateFailed: 'admin.series_update_failed',
  createFailed: 'admin.series_add_failed',
  gone: 'admin.series_gone',
} as const;
