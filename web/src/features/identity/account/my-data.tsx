import { rowsOf } from '../../../lib/database.ts';
import { sayFailure } from '../../../lib/failure.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { supabase } from '../../../lib/supabase.ts';
import { useDeed } from '../../../lib/use-deed.ts';
import { useWords } from '../../../lib/words.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { Section } from './section.tsx';

export function MyData() {
  const t = useWords();
  const { busy, run } = useDeed((error) => toast.error(sayFailure(error, t, 'account.data_failed')));
  const download = () =>
    run(async () => {
      const everything = rowsOf(await (await supabase()).rpc('download_my_data'));
      saveFile('lakou-my-data.json', 'application/json', JSON.stringify(everything, null, 2));
    });
  return (
    <Section title={t('account.data')} text={t('account.data_text')}>
      <Button variant="secondary" className="justify-self-start" busy={busy} onClick={download}>
        {t('account.data_download')}
      </Button>
    </Section>
  );
}
