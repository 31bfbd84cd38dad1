import type { CategoryInput } from '@lakou/contract/admin';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { databaseOf, rowsOf } from '../../lib/database.ts';
import { supabase } from '../../lib/supabase.ts';
import { useWords } from '../../lib/words.tsx';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Category } from './category.ts';
import { CategoryDialog } from './category-dialog.tsx';
import { LoadFailed } from './load-failed.tsx';
import { sayRefusal } from './say-refusal.ts';

const allCategories = () =>
  queryOptions({
    queryKey: ['staff', 'categories'],
    queryFn: async ({ client }) =>
      rowsOf(
        await (await databaseOf(client))
          .from('movie_categories')
          .select('id, name, description')
          .order('name'),
      ),
    staleTime: 0,
  });

/** The genres people browse by: create, change, delete. */
export function CategoriesManager() {
  const t = useWords();
  const queries = useQueryClient();
  const { data, isError, isFetching, refetch } = useQuery(allCategories());
  const [open, setOpen] = useState<Category | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Category | null>(null);
  const done = () => queries.invalidateQueries();
  const save = useMutation({
    mutationFn: async ({ id, ...values }: CategoryInput & { id?: string }) => {
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
    onSuccess: (_, { id }) => {
      toast.success(t(id ? 'admin.category_updated' : 'admin.category_created'));
      setOpen(null);
      return done();
    },
    onError: (error, { id }) =>
      toast.error(sayRefusal(error, t, id ? 'admin.category_update_failed' : 'admin.category_create_failed')),
  });
  const remove = useMutation({
    mutationFn: async (id: string) => {
      rowsOf(await (await supabase()).from('movie_categories').delete().eq('id', id).select('id').single());
    },
    onSuccess: () => toast.success(t('admin.category_deleted')),
    onError: (error) => toast.error(sayRefusal(error, t, 'admin.category_delete_failed')),
    onSettled: () => {
      setLeaving(null);
      return done();
    },
  });
  return (
    <Card asChild className="grid gap-5">
      <section aria-label={t('admin.categories')}>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <SectionHead title={t('admin.categories')} />
          <Button size="s" onClick={() => setOpen('new')}>
            {t('admin.add_category')}
          </Button>
        </div>
        {isError && !data ? (
          <LoadFailed title="admin.categories_failed" busy={isFetching} retry={refetch} />
        ) : !data ? (
          <Skeleton className="h-40" />
        ) : data.length === 0 ? (
          <EmptyState title={t('admin.no_categories')} level={3} />
        ) : (
          <ul className="grid gap-2 sm:grid-cols-2">
            {data.map((category) => (
              <li
                key={category.id}
                className="flex items-center justify-between gap-2 rounded-m border border-line ps-4"
              >
                <span className="grid min-w-0 py-2">
                  <span className="font-semibold break-words">{category.name}</span>
                  {category.description && (
                    <span className="line-clamp-2 text-sm text-soft">{category.description}</span>
                  )}
                </span>
                <span className="flex shrink-0">
                  <IconButton
                    icon="edit"
                    label={t('admin.edit_name', { name: category.name })}
                    onClick={() => setOpen(category)}
                  />
                  <IconButton
                    icon="trash"
                    label={t('admin.delete_name', { name: category.name })}
                    onClick={() => setLeaving(category)}
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
        <CategoryDialog
          key={open === null ? 'closed' : open === 'new' ? 'new' : open.id}
          category={open}
          busy={save.isPending}
          onClose={() => setOpen(null)}
          onSave={(values) =>
            save.mutate(typeof open === 'object' && open ? { ...values, id: open.id } : values)
          }
        />
        <AlertDialog
          open={leaving !== null}
          onOpenChange={(wish) => !wish && setLeaving(null)}
          title={t('admin.delete_name_question', { name: leaving?.name ?? '' })}
          description={t('admin.delete_category_text')}
          confirm={t('admin.delete')}
          danger
          busy={remove.isPending}
          onConfirm={() => leaving && remove.mutate(leaving.id)}
        />
      </section>
    </Card>
  );
}
