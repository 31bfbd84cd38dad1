import { expect, test } from 'vitest';
import { createSeal, type PlainSession } from './sealed-session.ts';

const session: PlainSession = {
  userId: 'u',
  sessionId: 's',
  refreshToken: 'yon-jeton-sekrè',
  isHalf: false,
  remember: true,
  expires: Date.now() + 3_600_000,
};

test('what was sealed can be opened with the same secret, and read by nobody else', () => {
  const sealed = createSeal('one').seal(session);
  expect(createSeal('one').open(sealed)).toEqual(session);
  expect(createSeal('two').open(sealed)).toBeUndefined();
  expect(Buffer.from(sealed, 'base64url').toString()).not.toContain('sekr');
  expect(createSeal('one').seal(session)).not.toBe(sealed);
});

test('what has expired, was changed or cut, or is anything else is not opened', () => {
  const { seal, open } = createSeal('one');
  expect(open(seal({ ...session, expires: Date.now() - 1 }))).toBeUndefined();
  const sealed = Buffer.from(seal(session), 'base64url');
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(open(changed.toString('base64url')), `byte ${at}`).toBeUndefined();
    expect(open(sealed.subarray(0, at).toString('base64url')), `cut at ${at}`).toBeUndefined();
  }
  for (const other of ['', 'x', '=;', 'null', '{}', 'é'.repeat(60)]) expect(open(other)).toBeUndefined();
});
