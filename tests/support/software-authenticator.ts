import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Options of `navigator.credentials.create()` and `get()` in their JSON form, as far as an authenticator reads them. */
export interface CreationOptions {
  challenge: string;
  rp: { id?: string };
  user: { id: string; name: string };
  excludeCredentials?: { id: string }[];
}
export interface RequestOptions {
  challenge: string;
  rpId?: string;
  allowCredentials?: { id: string }[];
}

/** What a hostile page or authenticator would answer instead. */
export interface Lies {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  counter?: number;
  userHandle?: string | null;
  /** The credential's id in the answer. */
  id?: string;
  flags?: Partial<Record<keyof typeof FLAGS, boolean>>;
  attestation?: { fmt: string; attStmt: CborMap };
  signature?: Buffer;
}

interface Credential {
  id: string;
  rpId: string;
  userHandle: string;
  key: KeyObject;
  publicKey: Buffer;
  counter: number;
}

type Cbor = string | number | Buffer | CborMap | Cbor[];
type CborMap = Map<string | number, Cbor>;

const FLAGS = { present: 0x01, verified: 0x04, backupEligible: 0x08, backedUp: 0x10 };
const ATTESTED = 0x40;

/** An authenticator with P-256 keys, written from the WebAuthn specification alone. It answers in the JSON form. */
export class SoftwareAuthenticator {
  readonly credentials: Credential[] = [];
  readonly origin: string;
  /** Synced passkeys do not count their uses. */
  readonly counts: boolean;

  constructor(origin: string, { counts = true } = {}) {
    this.origin = origin;
    this.counts = counts;
  }

  create(options: CreationOptions, lies: Lies = {}) {
    const held = this.credentials.find(({ id }) => options.excludeCredentials?.some((one) => one.id === id));
    if (held) throw new DOMException('already registered', 'InvalidStateError');
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const credential: Credential = {
      id: randomBytes(32).toString('base64url'),
      rpId: options.rp.id ?? '',
      userHandle: options.user.id,
      key: privateKey,
      // COSE: kty EC2, alg ES256, crv P-256, x, y.
      publicKey: cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      ),
      counter: 0,
    };
    this.credentials.push(credential);
    const id = Buffer.from(credential.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, credential.publicKey]);
    const authData = Buffer.concat([this.#authData(credential, lies, ATTESTED), attested]);
    const { fmt, attStmt } = lies.attestation ?? { fmt: 'none', attStmt: new Map() };
    const attestationObject = cbor(
      new Map<string, Cbor>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', authData],
      ]),
    );
    return answer(lies.id ?? credential.id, {
      clientDataJSON: this.#clientData('webauthn.create', options.challenge, lies).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  get(options: RequestOptions, lies: Lies = {}) {
    const allowed = options.allowCredentials?.map(({ id }) => id);
    const credential = this.credentials.find(
      ({ id, rpId }) => rpId === options.rpId && (!allowed?.length || allowed.includes(id)),
    );
    if (!credential) throw new DOMException('no credential', 'NotAllowedError');
    if (this.counts) credential.counter += 1;
    const clientData = this.#clientData('webauthn.get', options.challenge, lies);
    const authData = this.#authData(credential, lies);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()]);
    const userHandle = lies.userHandle === undefined ? credential.userHandle : lies.userHandle;
    return answer(lies.id ?? credential.id, {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: (lies.signature ?? sign('sha256', signed, credential.key)).toString('base64url'),
      ...(userHandle === null ? {} : { userHandle }),
    });
  }

  #clientData(type: string, challenge: string, lies: Lies): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? this.origin,
        crossOrigin: lies.crossOrigin ?? false,
      }),
    );
  }

  #authData({ rpId, counter }: Credential, lies: Lies, more = 0): Buffer {
    const on = { present: true, verified: true, ...lies.flags };
    const flags = (Object.keys(FLAGS) as (keyof typeof FLAGS)[]).filter((name) => on[name]);
    const head = Buffer.alloc(37);
    createHash('sha256')
      .update(lies.rpId ?? rpId)
      .digest()
      .copy(head);
    head[32] = flags.reduce((sum, name) => sum | FLAGS[name], more);
    head.writeUInt32BE(lies.counter ?? counter, 33);
    return head;
  }
}

function answer<Response>(id: string, response: Response) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {}, response };
}

/** CBOR (RFC 8949), as far as WebAuthn needs it. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap((entry) => entry.map(cbor))]);
}

function head(major: number, number: number): Buffer {
  if (number < 24) return Buffer.from([(major << 5) | number]);
  if (number < 256) return Buffer.from([(major << 5) | 24, number]);
  const long = Buffer.from([(major << 5) | 25, 0, 0]);
  long.writeUInt16BE(number, 1);
  return long;
}
