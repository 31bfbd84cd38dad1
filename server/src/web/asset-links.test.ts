import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { assetLinks } from './asset-links.ts';

const PRINT = Array.from({ length: 32 }, (_, at) => (at + 160).toString(16)).join(':');

test('an Android app is named by its package and all of its certificates', () => {
  const { androidApp } = readConfig({
    ANDROID_PACKAGE: 'com.example.lakou',
    ANDROID_FINGERPRINTS: `${PRINT}, ${PRINT.toUpperCase()}`,
  });
  expect(androidApp && assetLinks(androidApp)).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls'],
      target: {
        namespace: 'android_app',
        package_name: 'com.example.lakou',
        sha256_cert_fingerprints: [PRINT.toUpperCase(), PRINT.toUpperCase()],
      },
    },
  ]);
});

test('without settings there is no app, and half of them is refused', () => {
  expect(readConfig({}).androidApp).toBeUndefined();
  expect(() => readConfig({ ANDROID_PACKAGE: 'com.example.lakou' })).toThrow('set both or neither');
  expect(() => readConfig({ ANDROID_FINGERPRINTS: PRINT })).toThrow('set both or neither');
});

test.each(['lakou', '../x', 'com.example.lakou"'])('%s is no package name', (name) => {
  expect(() => readConfig({ ANDROID_PACKAGE: name, ANDROID_FINGERPRINTS: PRINT })).toThrow('ANDROID_PACKAGE');
});

test.each([PRINT.slice(3), 'AA', `${PRINT},`])('%s is no fingerprint', (print) => {
  expect(() => readConfig({ ANDROID_PACKAGE: 'com.example.lakou', ANDROID_FINGERPRINTS: print })).toThrow(
    'ANDROID_FINGERPRINTS',
  );
});
