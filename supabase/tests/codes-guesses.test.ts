import { expect, test } from 'vitest';
import { newCode } from './support/codes.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

test('of ten thousand guesses, from as many addresses, a thousand are looked up', async () => {
  const results: Record<string, number> = {};
  for (let batch = 0; batch < 100; batch += 1) {
    const rows = await world.database.query<{ result: string; times: number }>(
      `select (case when set_config('request.client_address', '10.' || $2 || '.' || (n % 250) || '.1', true) is not null
          then public.read_code(g.code) end) ->> 'result' as result, count(*)::integer as times
        from jsonb_array_elements_text($1) with ordinality g (code, n) group by 1`,
      [JSON.stringify(Array.from({ length: 100 }, newCode)), batch],
    );
    for (const { result, times } of rows) results[result] = (results[result] ?? 0) + times;
  }
  expect(results).toEqual({ code_wrong: 1000, too_many_tries: 9000 });
}, 600_000);
