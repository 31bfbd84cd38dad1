import { randomInt, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createCode } from '../../contract/src/codes.ts';
import { DEVICE_CODE_LENGTH } from '../../contract/src/identity/limits.ts';
import { everyMember, idOf, staff } from './support/people.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const guessers = everyMember.filter((name) => !staff.some((one) => one === name));

test('of ten thousand guesses by all members, from as many addresses, ten of each are looked up', async () => {
  const sessions = new Map(guessers.map((name) => [name, randomUUID()]));
  for (const [name, session] of sessions)
    await world.database.query(
      'insert into auth.sessions (id, user_id, created_at, updated_at) values ($1, $2, now(), now())',
      [session, idOf[name]],
    );
  const results: Record<string, number> = {};
  for (let batch = 0; batch < 100; batch += 1) {
    const name = guessers[batch % guessers.length] ?? 'mimose';
    const claims = { sub: idOf[name], role: 'authenticated', session_id: sessions.get(name) };
    const codes = Array.from({ length: 100 }, () => createCode(DEVICE_CODE_LENGTH, randomInt));
    const rows = await world.database.query<{ result: string; times: number }>(
      `select (case when set_config('request.jwt.claims', $3, true) is not null
          and set_config('request.client_address', '10.' || $2 || '.' || (n % 250) || '.1', true) is not null
          then public.read_device_code(g.code) end) ->> 'result' as result, count(*)::integer as times
        from jsonb_array_elements_text($1) with ordinality g (code, n) group by 1`,
      [JSON.stringify(codes), batch, JSON.stringify(claims)],
    );
    for (const { result, times } of rows) results[result] = (results[result] ?? 0) + times;
  }
  const lookedUp = guessers.length * 10;
  expect(results).toEqual({ code_wrong: lookedUp, too_many_tries: 10_000 - lookedUp });
}, 600_000);
