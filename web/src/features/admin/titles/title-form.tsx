import type { MovieInput, SeriesInput } from '@lakou/contract/admin';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { DataError } from '#lib/database.ts';
import { isNetworkFailure } from '#lib/failure.ts';
import { LiveForm } from '#lib/form.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { useFormUploads } from '../media/use-field-upload.ts';
import { sayRefusal } from '../say-refusal.ts';
import { ChangedDialog } from './changed-dialog.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { PreviewButton } from './preview-button.tsx';
import { ChangedMeanwhile, createTitle, saveTitle } from './save-title.ts';
import { TitleFields } from './title-fields.tsx';
import {
  draftOf,
  type EditedTitle,
  inputOf,
  type Kind,
  type TitleDraft,
  type TitleFormValues,
  valuesOf,
} from './title-form-values.ts';

export interface TitleFormProps {
  kind: Kind;
  /** Null makes a new one. */
  title: EditedTitle | null;
  onSaved: (title: EditedTitle) => unknown;
  /** How it would look: a page of whoever knows how titles look. */
  preview: (draft: TitleDraft) => ReactNode;
  /** Between the fields and the button. */
  children?: ReactNode;
}

/** The form of a film or a series. Nothing that somebody else has saved meanwhile is overwritten unasked. */
export function TitleForm({ kind, title, onSaved, preview, children }: TitleFormProps) {
  const t = useTranslations();
  const queries = useQueryClient();
  const [opened, setOpened] = useState(title);
  // A new one is called so from the beginning: what is uploaded for it finds its form.
  const [id] = useState(() => title?.id ?? crypto.randomUUID());
  const [meanwhile, setMeanwhile] = useState<EditedTitle | null>(null);
  const form = useForm<TitleFormValues>({ resolver: check(kind), defaultValues: valuesOf(title) });
  const words = kind === 'movie' ? movieWords : seriesWords;

  async function save(values: TitleFormValues, over: EditedTitle | null): Promise<void> {
    const input = await parse(kind, values);
    const saved = over ? await saveTitle(kind, over, input) : await createTitle(kind, { ...input, id });
    setOpened(saved);
    form.reset(valuesOf(saved));
    toast.success(t(over ? words.updated : words.created));
    await queries.invalidateQueries();
    await onSaved(saved);
  }
  function explain(error: unknown): void {
    if (error instanceof ChangedMeanwhile && error.now) {
      setMeanwhile(error.now);
      return;
    }
    const otherwise = opened ? words.updateFailed : words.createFailed;
    if (error instanceof ChangedMeanwhile) toast.error(t(words.gone));
    else if (
      !opened &&
      error instanceof DataError &&
      !error.hint &&
      error.message &&
      !isNetworkFailure(error)
    )
      toast.error(error.message);
    else toast.error(sayRefusal(error, t, otherwise));
  }
  const { busy, submit } = useSubmit(form, { send: (values) => save(values, opened), onFailure: explain });
  const dirty = form.formState.isDirty;
  const sending = useFormUploads(id, opened !== null || busy);
  return (
    <>
      <LiveForm onSubmit={submit} className="grid gap-6">
        <TitleFields kind={kind} form={form} id={id} />
        {children}
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" size="l" busy={busy}>
            {t(busy ? 'admin.saving' : opened ? words.save : words.create)}
          </Button>
          <PreviewButton draw={() => preview(draftOf(form.getValues(), opened))} />
          {opened && dirty && <p className="text-soft">{t('admin.not_saved_yet')}</p>}
        </div>
      </LiveForm>
      {(dirty || (!opened && sending > 0)) && !busy && <LeaveGuard />}
      {opened && meanwhile && (
        <ChangedDialog
          opened={opened}
          now={meanwhile}
          mine={form.getValues()}
          onClose={() => setMeanwhile(null)}
          onTakeTheirs={() => {
            setOpened(meanwhile);
            form.reset(valuesOf(meanwhile));
            setMeanwhile(null);
          }}
          onKeepMine={() => {
            setMeanwhile(null);
            save(form.getValues(), meanwhile).catch(explain);
          }}
        />
      )}
    </>
  );
}

async function parse(kind: Kind, values: TitleFormValues): Promise<MovieInput | SeriesInput> {
  const { movieInput, seriesInput } = await import('@lakou/contract/admin');
  return kind === 'movie'
    ? movieInput.parse(inputOf(kind, values))
    : seriesInput.parse(inputOf(kind, values));
}

/** Checks with the contract's schema; its field for whoever made the title has another name in the form. */
function check(kind: Kind): Resolver<TitleFormValues> {
  return async (values, context, options) => {
    const [{ zodResolver }, { movieInput, seriesInput }] = await Promise.all([
      import('@hookform/resolvers/zod'),
      import('@lakou/contract/admin'),
    ]);
    const schema = kind === 'movie' ? movieInput : seriesInput;
    const answer = await zodResolver(schema as never)(
      inputOf(kind, values) as never,
      context,
      options as never,
    );
    const { director, creator, ...errors } = answer.errors as Record<string, unknown>;
    const maker = director ?? creator;
    const found = { ...errors, ...(maker ? { maker } : {}) };
    return Object.keys(found).length > 0 ? { values: {}, errors: found as never } : { values, errors: {} };
  };
}

const movieWords = {
  save: 'admin.update_movie',
  create: 'admin.create_movie',
  updated: 'admin.movie_updated',
  created: 'admin.movie_created',
  updateFailed: 'admin.movie_update_failed',
  createFailed: 'admin.movie_create_failed',
  gone: 'admin.movie_gone',
} as const;
const seriesWords = {
  save: 'admin.update_series',
  create: 'admin.add_series',
  updated: 'admin.series_updated',
  created: 'admin.series_added',
  updateFailed: 'admin.series_update_failed',
  createFailed: 'admin.series_add_failed',
  gone: 'admin.series_gone',
} as const;
