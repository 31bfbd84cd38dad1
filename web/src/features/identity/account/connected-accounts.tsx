import type { UserIdentity } from '@supabase/supabase-js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSettings } from '#lib/page-frame.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast.tsx';
import { useAuthErrorMessage } from '../auth-error-message.ts';
import { useConfirmed } from './confirm-identity.tsx';
import { identities } from './read-account.ts';
import { Section } from './section.tsx';

const PROVIDERS = { google: 'Google', facebook: 'Facebook' } as const;
type Provider = keyof typeof PROVIDERS;

export function ConnectedAccounts() {
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const { providers } = useSettings();
  const { data } = useQuery(identities());
  const describeError = (error: unknown) => authMessage(error, 'identity.account_failed');
  const connecting = useAction(
    (provider: Provider) =>
      confirmed(async () => {
        const { auth } = await supabase();
        const redirectTo = `${location.origin}/account`;
        const { error } = await auth.linkIdentity({ provider, options: { redirectTo } });
        if (error) throw error;
      }),
    { describeError },
  );
  const disconnecting = useAction(
    (identity: UserIdentity) =>
      confirmed(async () => {
        const { error } = await (await supabase()).auth.unlinkIdentity(identity);
        if (error) throw error;
      }),
    {
      onSuccess: (_, { provider }) => {
        toast.success(t('identity.account_disconnected', { provider: PROVIDERS[provider as Provider] }));
        return queries.invalidateQueries(identities());
      },
      describeError,
    },
  );

  const connect = (provider: Provider) => {
    if (!providers[provider]) {
      toast.error(t('identity.account_provider_off', { provider: PROVIDERS[provider] }));
      return;
    }
    void connecting.run(provider);
  };
  const disconnect = (identity: UserIdentity) => {
    if (data?.length === 1) {
      toast.error(t('identity.account_last_way_in'));
      return;
    }
    void disconnecting.run(identity);
  };

  return (
    <Section title={t('identity.account_connections')} text={t('identity.account_connections_text')}>
      {!data && <Skeleton className="h-16" />}
      {data && (
        <ul className="divide-y divide-line">
          {(Object.keys(PROVIDERS) as Provider[]).map((provider) => {
            const identity = data.find((one) => one.provider === provider);
            return (
              <li key={provider} className="flex flex-wrap items-center gap-3 py-3">
                <Icon name={provider} />
                <span className="font-semibold">{PROVIDERS[provider]}</span>
                <Badge tone={identity ? 'success' : 'muted'}>
                  {t(identity ? 'identity.account_connected' : 'identity.account_not_connected')}
                </Badge>
                <Button
                  variant="outline"
                  size="s"
                  className="ms-auto"
                  busy={connecting.isPending || disconnecting.isPending}
                  onClick={() => (identity ? disconnect(identity) : connect(provider))}
                >
                  {t(identity ? 'identity.account_disconnect' : 'identity.account_connect', {
                    provider: PROVIDERS[provider],
                  })}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
