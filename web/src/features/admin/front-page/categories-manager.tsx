import type { CategoryInput } from '@lakou/contract/admin/inputs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rowsOf } from '#lib/database.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { useAdminAction } from '../use-admin-action.ts';
import type { Category } from './category.ts';
import { CategoryDialog } from './category-dialog.tsx';
import { EditableList } from './editable-list.tsx';
import { allCategories, latestCategories } from './read-categories.ts';

/** Creates, edits and deletes the categories of films and series. `short`: the latest, with a link to all. */
export function CategoriesManager({ short = false }: { short?: boolean }) {
  const t = useTranslations();
  const queries = useQueryClient();
  const query = useQuery(short ? latestCategories() : allCategories());
  const [open, setOpen] = useState<Category | 'new' | null>(null);
  const save = useAdminAction(
    async ({ id, ...values }: CategoryInput & { id?: string }) => {
      const table = (await supabase()).from('movie_categories');
      rowsOf(
        await (id
          ? table
              .update({ ...values, updated_at: new Date().toISOString() })
              .eq('id', id)
              .select('id')
              .single()
          : table.insert(values).select('id').single()),
      );
    },
    {
      onSuccess: (_, { id }) => {
        toast.success(t(id ? 'admin.category_updated' : 'admin.category_created'));
        setOpen(null);
        return queries.invalidateQueries();
      },
      errorKey: ({ id }) => (id ? 'admin.category_update_failed' : 'admin.category_create_failed'),
    },
  );
  return (
    <EditableList
      table="movie_categories"
      messages={messages}
      query={query}
      nameOf={({ name }) => name}
      onEdit={setOpen}
      add={
        <Button size="s" onClick={() => setOpen('new')}>
          {t('admin.add_category')}
        </Button>
      }
      untitled={!short}
      whole={short ? { to: '/admin/categories', label: 'admin.all_categories' } : undefined}
      className={[
        'grid gap-2 sm:grid-cols-2 xl:grid-cols-3',
        'flex items-center justify-between gap-2 rounded-m border border-line ps-4',
      ]}
      renderRow={({ name, description }, buttons) => (
        <>
          <span className="grid min-w-0 py-2">
            <span className="font-semibold break-words">{name}</span>
            {description && <span className="line-clamp-1 text-sm text-soft">{description}</span>}
          </span>
          {buttons}
        </>
      )}
    >
      <CategoryDialog
        key={open === null ? 'closed' : open === 'new' ? 'new' : open.id}
        category={open}
        busy={save.isPending}
        onClose={() => setOpen(null)}
        onSave={(values) =>
          void save.run(typeof open === 'object' && open ? { ...values, id: open.id } : values)
        }
      />
    </EditableList>
  );
}

const messages = {
  title: 'admin.categories',
  loadFailed: 'admin.categories_failed',
  none: 'admin.no_categories',
  deleteText: 'admin.delete_category_text',
  deleted: 'admin.category_deleted',
  deleteFailed: 'admin.category_delete_failed',
} as const;
