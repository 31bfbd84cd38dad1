import { z } from '../zod.ts';
import { ROW_NAME_MAX, ROW_RULES, ROW_TITLES_MAX, ROWS_MAX } from './limits.ts';

const translation = z
  .string()
  .trim()
  .max(ROW_NAME_MAX, 'text_too_long')
  .nullable()
  .transform((text) => text || null);

const everyRow = {
  id: z.uuid(),
  title: z.string().trim().min(1, 'title_required').max(ROW_NAME_MAX, 'text_too_long'),
  title_fr: translation,
  title_ht: translation,
  title_es: translation,
  hidden: z.boolean(),
};

/** What `rpc('save_front_page', …)` takes as rows, in their order. */
export const frontPageRowsInput = z
  .array(
    z.discriminatedUnion('kind', [
      z.object({
        ...everyRow,
        kind: z.literal('chosen'),
        title_ids: z.array(z.uuid()).min(1, 'row_without_titles').max(ROW_TITLES_MAX, 'too_many_entries'),
      }),
      z.object({ ...everyRow, kind: z.literal('category'), category_id: z.uuid('row_without_category') }),
      z.object({ ...everyRow, kind: z.literal('rule'), rule: z.enum(ROW_RULES) }),
    ]),
  )
  .max(ROWS_MAX, 'too_many_entries');
