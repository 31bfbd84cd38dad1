/** `@lakou/platform/keys`: the keys that sign tokens. */
export { rotateKeys } from '../tokens/rotate-keys.ts';
export { loadSigningKeys, parseSigningKeys, type SigningKeys } from '../tokens/signing-keys.ts';
export { TokenRefused } from '../tokens/token-refused.ts';
