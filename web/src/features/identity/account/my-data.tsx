import { rowsOf } from '#lib/database.ts';
import { sayFailure } from '#lib/failure.ts';
import { saveFile } from '#lib/save-file.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { Section } from './section.tsx';

export function MyData() {
  const t = useTranslations();
  const { busy, run } = useAction((error) =>
    toast.error(sayFailure(error, t, 'identity.account_data_failed')),
  );
  const download = () =>
    run(async () => {
      const everything = rowsOf(await (await supabase()).rpc('download_my_data'));
      saveFile('lakou-my-data.json', 'application/json', JSON.stringify(everything, null, 2));
    });
  return (
    <Section title={t('identity.account_data')} text={t('identity.account_data_text')}>
      <Button variant="secondary" className="justify-self-start" busy={busy} onClick={download}>
        {t('identity.account_data_download')}
      </Button>
    </Section>
  );
}
