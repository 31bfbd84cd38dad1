import { rowsOf } from '#lib/database.ts';
import { saveFile } from '#lib/save-file.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { readMyData } from './read-my-data.ts';
import { Section } from './section.tsx';

export function MyData() {
  const t = useTranslations();
  const { run: download, isPending } = useAction(
    async () => {
      const client = await supabase();
      const everything = await readMyData(async (after) =>
        rowsOf(await client.rpc('download_my_data', { after })),
      );
      const text = JSON.stringify(everything, null, 2);
      saveFile('lakou-my-data.json', new Blob([text], { type: 'application/json' }));
    },
    { errorKey: 'identity.account_data_failed' },
  );
  return (
    <Section title={t('identity.account_data')} text={t('identity.account_data_text')}>
      <Button
        variant="secondary"
        className="justify-self-start"
        busy={isPending}
        onClick={() => void download()}
      >
        {t('identity.account_data_download')}
      </Button>
    </Section>
  );
}
