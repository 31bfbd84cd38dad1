import { fixture } from './fixtures.ts';
import type { As } from './world.ts';

/** What the bundles of the tests contain. Marlene has bought the first two; nobody has the last one. */
export const bundled = [fixture['paid movie'], fixture['paid series'], fixture['movie nobody bought']];

/** A bundle that is sold today, as /admin/vouchers makes it. */
export const makeBundle = (as: As, titles: string[] = bundled, price = 1000): Promise<string> =>
  as('admin').value<string>(
    `select create_bundle('Karetsi', $1::uuid[], $2, current_date - 1, current_date + 30, '{"fr": "Les trois"}')`,
    titles,
    price,
  );
