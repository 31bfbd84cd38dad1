import { expect, test } from 'vitest';
import { PresenceList, presenceMeta } from './presence.ts';

const told = (text: string | undefined) => (text === undefined ? undefined : JSON.parse(text));
const someone = (key: string, ref: string) => ({ key, ref, meta: presenceMeta({ n: 1 }, ref) });

test('newcomers see those who were told of, and then only what has changed', () => {
  const list = new PresenceList();
  list.add(someone('ann', '1'));
  expect(told(list.state())).toEqual({});
  expect(told(list.difference())).toEqual({
    joins: { ann: { metas: [{ n: 1, phx_ref: '1' }] } },
    leaves: {},
  });
  expect(told(list.state())).toEqual({ ann: { metas: [{ n: 1, phx_ref: '1' }] } });
  list.remove('1');
  list.add({ key: 'ann', ref: '2', meta: presenceMeta({ n: 2 }, '2', '1') });
  expect(told(list.difference())).toEqual({
    joins: { ann: { metas: [{ n: 2, phx_ref: '2', phx_ref_prev: '1' }] } },
    leaves: { ann: { metas: [{ n: 1, phx_ref: '1' }] } },
  });
});

test('somebody who comes and goes within a moment is not told of', () => {
  const list = new PresenceList();
  list.add(someone('ann', '1'));
  list.remove('1');
  expect(list.difference()).toBeUndefined();
  expect(list.isEmpty).toBe(true);
});

test('a key may be any word', () => {
  const list = new PresenceList();
  list.add(someone('__proto__', '1'));
  expect(list.difference()).toContain('"__proto__":{"metas":[');
});
