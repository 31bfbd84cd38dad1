import { useMutation, useQueryClient } from '@tanstack/react-query';
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
import { toast } from '#ui/toast.tsx';
import { Nothing } from './nothing.tsx';
import { sayRefusal } from './say-refusal.ts';
import { AdminList } from './tables/admin-list.tsx';
import { adminMessages } from './tables/read-tables.ts';

/** What people wrote on the contact page: read, answer by mail, tick off, delete. */
export function ContactMessages() {
  const t = useTranslations();
  const format = useFormat();
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<string | null>(null);
  const act = useMutation({
    mutationFn: async ({ id, deed }: { id: string; deed: 'handle' | 'reopen' | 'delete' }) => {
      const table = (await supabase()).from('contact_messages');
      const handled_at = deed === 'handle' ? new Date().toISOString() : null;
      rowsOf(
        await (deed === 'delete' ? table.delete() : table.update({ handled_at }))
          .eq('id', id)
          .select('id')
          .single(),
      );
    },
    onError: (error) => toast.error(sayRefusal(error, t, 'admin.message_failed')),
    onSettled: () => {
      setLeaving(null);
      return queries.invalidateQueries({ queryKey: ['staff', 'admin_messages'] });
    },
  });
  return (
    <>
      <AdminList
        read={adminMessages}
        searchLabel={t('admin.search_messages')}
        filters={[
          { value: 'open', name: 'admin.message_open' },
          { value: 'handled', name: 'admin.handled' },
        ]}
        failed="admin.numbers_failed"
        empty={<Nothing title={t('admin.no_messages')} of="bird" />}
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
                        busy={act.isPending && act.variables.id === id}
                        onClick={() => act.mutate({ id, deed: handled_at ? 'reopen' : 'handle' })}
                      >
                        {t(handled_at ? 'admin.reopen' : 'admin.mark_handled')}
                      </Button>
                      <Button size="s" variant="quiet" onClick={() => setLeaving(id)}>
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
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={t('admin.delete_message_question')}
        confirm={t('admin.delete')}
        danger
        busy={act.isPending}
        onConfirm={() => leaving && act.mutate({ id: leaving, deed: 'delete' })}
      />
    </>
  );
}
