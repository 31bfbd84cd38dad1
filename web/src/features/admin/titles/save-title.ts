import type { MovieInput, SeriesInput } from '@lakou/contract/admin';
import { rowOrNull, rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import type { EditedTitle, Kind } from './title-form-values.ts';

/** Somebody else has saved since this form was opened; this is what it is now, null when it is gone. */
export class ChangedMeanwhile extends Error {
  readonly now: EditedTitle | null;

  constructor(now: EditedTitle | null) {
    super('changed meanwhile');
    this.name = 'ChangedMeanwhile';
    this.now = now;
  }
}

/** The id is the form's own: when the answer to a first try was lost, the second writes that title, not another. */
export async function createTitle(
  kind: Kind,
  input: (MovieInput | SeriesInput) & { id: string },
): Promise<EditedTitle> {
  const client = await supabase();
  const created =
    kind === 'movie'
      ? await client
          .from('movies')
          .insert(input as MovieInput)
          .select('*')
          .single()
      : await client
          .from('series')
          .insert(input as SeriesInput)
          .select('*')
          .single();
  const { id, ...values } = input;
  const there = created.error?.code === '23505' ? await readTitle(kind, id) : null;
  return there ? saveTitle(kind, there, values) : rowsOf<EditedTitle | null>(created);
}

async function readTitle(kind: Kind, id: string): Promise<EditedTitle | null> {
  const client = await supabase();
  return kind === 'movie'
    ? rowOrNull(await client.from('movies').select('*').eq('id', id).maybeSingle())
    : rowOrNull(await client.from('series').select('*').eq('id', id).maybeSingle());
}

/** Only what is still as it was when the form was opened is overwritten. */
export async function saveTitle(
  kind: Kind,
  { id, updated_at }: Pick<EditedTitle, 'id' | 'updated_at'>,
  input: MovieInput | SeriesInput,
): Promise<EditedTitle> {
  const client = await supabase();
  const saved =
    kind === 'movie'
      ? rowOrNull(
          await client
            .from('movies')
            .update(input as MovieInput)
            .eq('id', id)
            .eq('updated_at', updated_at)
            .select('*')
            .maybeSingle(),
        )
      : rowOrNull(
          await client
            .from('series')
            .update(input as SeriesInput)
            .eq('id', id)
            .eq('updated_at', updated_at)
            .select('*')
            .maybeSingle(),
        );
  if (saved) return saved;
  throw new ChangedMeanwhile(await readTitle(kind, id));
}
