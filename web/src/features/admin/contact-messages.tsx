import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { rowsOf } from '#lib/database.ts';
import { useFormat } from '#lib/format.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { AdminEmptyState } from './admin-empty-state.tsx';
import { AdminList } from './tables/admin-list.tsx';
import { adminMessages } from './tables/read-tables.ts';
import { useAdminAction } from './use-admin-action.ts';

/** Messages from the contact page: read, answer by email, mark as handled, delete. */
export function ContactMessages() {
  const t = useTranslations();
  const format = useFormat();
  const queries = useQueryClient();
  const [deleting, setDeleting] = useState<string | null>(null);
  const act = useAdminAction(
    async ({ id, action }: { id: string; action: 'handle' | 'reopen' | 'delete' }) => {
      const table = (await supabase()).from('contact_messages');
      const handled_at = action === 'handle' ? new Date().toISOString() : null;
      rowsOf(
        await (action === 'delete' ? table.delete() : table.update({ handled_at }))
          .eq('id', id)
          .select('id')
          .single(),
      );
    },
    {
      inputKey: ({ id }) => id,
      errorKey: 'admin.message_failed',
      onSettled: () => {
        setDeleting(null);
        return queries.invalidateQueries({ queryKey: ['admin', 'admin_messages'] });
      },
    },
  );
  return (
    <>
      <AdminList
        list="messages"
        read={adminMessages}
        searchLabel={t('admin.search_messages')}
        filters={[
          { value: 'open', name: 'admin.message_open' },
          { value: 'handled', name: 'admin.handled' },
        ]}
        failed="admin.numbers_failed"
        empty={<AdminEmptyState title={t('admin.no_messages')} of="bird" />}
      >
        {({ rows }) =>
          !rows ? (
            <Skeleton className="h-60" />
          ) : (
            <ul className="grid gap-4">
              {rows.map(({ id, name, email, subject, message, handled_at, created_at }) => (
                <Card key={id} asChild className="grid gap-3">
                  <li>
                    <div className="flex flex-wrap items-start justify-between gap-3">
                      <div className="min-w-0">
                        <h2 className="text-lg font-semibold break-words">{subject}</h2>
                        <p className="text-sm break-all text-soft">
                          {name} · {email} · {format.date(created_at)}
                        </p>
                      </div>
                      {handled_at && <Badge tone="success">{t('admin.handled')}</Badge>}
                    </div>
                    <p className="max-w-prose break-words whitespace-pre-wrap">{message}</p>
                    <div className="flex flex-wrap gap-3">
                      <Button asChild size="s" variant="secondary">
                        <a
                          href={`mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${subject}`)}`}
                        >
                          {t('admin.answer')}
                        </a>
                      </Button>
                      <Button
                        size="s"
                        variant="outline"
                        busy={act.isPending && act.input?.id === id}
                        onClick={() => void act.run({ id, action: handled_at ? 'reopen' : 'handle' })}
                      >
                        {t(handled_at ? 'admin.reopen' : 'admin.mark_handled')}
                      </Button>
                      <Button size="s" variant="quiet" onClick={() => setDeleting(id)}>
                        {t('admin.delete')}
                      </Button>
                    </div>
                  </li>
                </Card>
              ))}
            </ul>
          )
        }
      </AdminList>
      <AlertDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={t('admin.delete_message_question')}
        confirm={t('admin.delete')}
        danger
        busy={act.isPending}
        onConfirm={() => deleting && act.run({ id: deleting, action: 'delete' })}
      />
    </>
  );
}
