import type { MovieInput, SeriesInput } from '@lakou/contract/admin/inputs';
import { rowOrNull, rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import type { EditedTitle, Kind } from './title-form-values.ts';

/** Somebody else has saved the title since the form was opened. `now` is its current state, null if it was deleted. */
export class EditConflictError extends Error {
  readonly now: EditedTitle | null;

  constructor(now: EditedTitle | null) {
    super('the title was changed by somebody else');
    this.name = 'EditConflictError';
    this.now = now;
  }
}

/** The form chooses the id, so that a retry after a lost response updates the same title instead of creating another. */
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
  const existing = created.error?.code === '23505' ? await readTitle(kind, id) : null;
  return existing ? saveTitle(kind, existing, values) : rowsOf<EditedTitle | null>(created);
}

async function readTitle(kind: Kind, id: string): Promise<EditedTitle | null> {
  const client = await supabase();
  return kind === 'movie'
    ? rowOrNull(await client.from('movies').select('*').eq('id', id).maybeSingle())
    : rowOrNull(await client.from('series').select('*').eq('id', id).maybeSingle());
}

/** Saves only if nobody has changed the title since the form was opened. */
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
  throw new EditConflictError(await readTitle(kind, id));
}
