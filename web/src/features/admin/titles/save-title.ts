import type { MovieInput, SeriesInput } from '@lakou/contract/admin';
import { rowOrNull, rowsOf } from '../../../lib/database.ts';
import { supabase } from '../../../lib/supabase.ts';
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

/** The id is the form's own: when the answer to a first try was lost, the second writes the same title, not another. */
export async function createTitle(
  kind: Kind,
  input: (MovieInput | SeriesInput) & { id: string },
): Promise<EditedTitle> {
  const client = await supabase();
  return kind === 'movie'
    ? rowsOf(
        await client
          .from('movies')
          .upsert(input as MovieInput & { id: string })
          .select('*')
          .single(),
      )
    : rowsOf(
        await client
          .from('series')
          .upsert(input as SeriesInput & { id: string })
          .select('*')
          .single(),
      );
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
  const now =
    kind === 'movie'
      ? rowOrNull(await client.from('movies').select('*').eq('id', id).maybeSingle())
      : rowOrNull(await client.from('series').select('*').eq('id', id).maybeSingle());
  throw new ChangedMeanwhile(now);
}
