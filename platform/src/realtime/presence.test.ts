import { expect, test } from 'vitest';
import { PresenceList, presenceMeta } from './presence.ts';

const announced = (text: string | undefined) => (text === undefined ? undefined : JSON.parse(text));
const someone = (key: string, ref: string) => ({ key, ref, meta: presenceMeta({ n: 1 }, ref) });

test('the state has the announced presences, and differences only what has changed', () => {
  const list = new PresenceList();
  list.add(someone('ann', '1'));
  expect(announced(list.state())).toEqual({});
  expect(announced(list.difference())).toEqual({
    joins: { ann: { metas: [{ n: 1, phx_ref: '1' }] } },
    leaves: {},
  });
  expect(announced(list.state())).toEqual({ ann: { metas: [{ n: 1, phx_ref: '1' }] } });
  list.remove('1');
  list.add({ key: 'ann', ref: '2', meta: presenceMeta({ n: 2 }, '2', '1') });
  expect(announced(list.difference())).toEqual({
    joins: { ann: { metas: [{ n: 2, phx_ref: '2', phx_ref_prev: '1' }] } },
    leaves: { ann: { metas: [{ n: 1, phx_ref: '1' }] } },
  });
});

test('a presence added and removed between two announcements is not announced', () => {
  const list = new PresenceList();
  list.add(someone('ann', '1'));
  list.remove('1');
  expect(list.difference()).toBeUndefined();
  expect(list.isEmpty).toBe(true);
});

test('a key can be any string', () => {
  const list = new PresenceList();
  list.add(someone('__proto__', '1'));
  expect(list.difference()).toContain('"__proto__":{"metas":[');
});
