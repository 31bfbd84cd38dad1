import { TokenRefused } from '../tokens/token-refused.ts';
import type { Claims, TokenVerifier } from '../tokens/verify-token.ts';
import { refuse } from './storage-error.ts';

export interface Transformation {
  width?: number;
  height?: number;
  resize?: 'cover' | 'contain' | 'fill';
  quality?: number;
  format?: 'origin' | 'avif' | 'webp';
}

interface DownloadLink {
  /** `bucket/name` */
  path: string;
  transform?: Transformation;
  /** In seconds since 1970. */
  expires: number;
}

interface UploadLink {
  path: string;
  owner: string | undefined;
  upsert: boolean;
}

/** Signed addresses, each valid for one object and one purpose. */
export interface Links {
  signDownload(path: string, seconds: number, transform?: Transformation): Promise<string>;
  signUpload(link: UploadLink, seconds: number): Promise<string>;
  /** Throws unless the token was signed for downloading exactly this. */
  verifyDownload(token: string | undefined, path: string): Promise<DownloadLink>;
  verifyUpload(token: string | undefined, path: string): Promise<UploadLink>;
}

/**
 * No role of the database has this name, so a link's token is refused where a user's token is required. A user's token
 * has no purpose and opens no link.
 */
const LINK_ROLE = 'storage_link';

export function createLinks(
  sign: (claims: Record<string, unknown>, lifetime: string) => Promise<string>,
  verifier: TokenVerifier,
): Links {
  async function verify(token: string | undefined, purpose: string, path: string): Promise<Claims> {
    if (!token) throw refuse.invalidSignature('The link has no token');
    const claims = await verifier.verify(token).catch((error: unknown) => {
      if (!(error instanceof TokenRefused)) throw error;
      throw error.message === 'JWT expired' ? refuse.expiredLink() : refuse.invalidSignature();
    });
    if (claims.role !== LINK_ROLE || claims.purpose !== purpose || claims.url !== path)
      throw refuse.invalidSignature();
    // The verifier tolerates clock skew; this token was issued by our own clock.
    if (typeof claims.exp !== 'number' || claims.exp <= Date.now() / 1000) throw refuse.expiredLink();
    return claims;
  }

  return {
    signDownload: (url, seconds, transform) =>
      sign(
        { role: LINK_ROLE, purpose: 'storage.download', url, ...(transform ? { transform } : {}) },
        `${seconds}s`,
      ),
    signUpload: ({ path: url, owner, upsert }, seconds) =>
      sign({ role: LINK_ROLE, purpose: 'storage.upload', url, owner, upsert }, `${seconds}s`),
    async verifyDownload(token, path) {
      const { transform, exp } = await verify(token, 'storage.download', path);
      return {
        path,
        expires: exp as number,
        ...(transform ? { transform: transform as Transformation } : {}),
      };
    },
    async verifyUpload(token, path) {
      const { owner, upsert } = await verify(token, 'storage.upload', path);
      return { path, owner: typeof owner === 'string' ? owner : undefined, upsert: upsert === true };
    },
  };
}
