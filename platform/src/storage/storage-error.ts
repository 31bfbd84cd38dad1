/**
 * An error as Supabase's storage server sends it: HTTP 400 for nearly all of them, with the real status in the body.
 * The official client reads `statusCode`, not the status line.
 */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  /** The status inside the body. */
  readonly statusCode: number;
  readonly code: string;
  readonly error: string;
  /** The status line. */
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Leads to the entry in the log, which has details that the caller must not see. */
  readonly request_id: string | undefined;

  constructor(
    statusCode: number,
    code: string,
    message: string,
    {
      error = code,
      status,
      headers = {},
      request_id,
    }: { error?: string; status?: number; headers?: Record<string, string>; request_id?: string } = {},
  ) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
    this.error = error;
    this.status = status ?? (statusCode >= 500 ? statusCode : 400);
    this.headers = headers;
    this.request_id = request_id;
  }

  body(): string {
    const { statusCode, code, error, message, request_id } = this;
    return JSON.stringify({ statusCode: String(statusCode), code, error, message, request_id });
  }
}

export const refuse = {
  noSuchBucket: () =>
    new StorageError(404, 'NoSuchBucket', 'Bucket not found', { error: 'Bucket not found' }),
  noSuchKey: () => new StorageError(404, 'NoSuchKey', 'Object not found', { error: 'not_found' }),
  noSuchRoute: () => new StorageError(404, 'NoSuchRoute', 'Nothing lives at this address', { status: 404 }),
  notOffered: (feature: string) =>
    new StorageError(403, 'FeatureNotEnabled', `The feature ${feature} is not enabled for this resource`),
  noSuchUpload: () => new StorageError(404, 'NoSuchUpload', 'Upload not found'),
  keyExists: () =>
    new StorageError(409, 'KeyAlreadyExists', 'The resource already exists', { error: 'Duplicate' }),
  bucketExists: () =>
    new StorageError(409, 'BucketAlreadyExists', 'The resource already exists', { error: 'Duplicate' }),
  bucketNotEmpty: () =>
    new StorageError(409, 'ResourceNotEmpty', 'The bucket you tried to delete is not empty'),
  accessDenied: (message = 'Access denied') =>
    new StorageError(403, 'AccessDenied', message, { error: 'Unauthorized' }),
  /** The header's check of Supabase's server, which comes before the token's. */
  noToken: () =>
    new StorageError(400, 'InvalidRequest', "headers must have required property 'authorization'", {
      error: 'Error',
    }),
  /** For resumable uploads, which have no check of the header. */
  emptyToken: () => refuse.accessDenied('Invalid Compact JWS'),
  notService: () => refuse.accessDenied('Access denied: Invalid role'),
  invalidKey: (name: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${printable(name)}`),
  invalidBucketName: () =>
    new StorageError(400, 'InvalidBucketName', 'Bucket name invalid', { error: 'Invalid Input' }),
  invalidRequest: (message: string) => new StorageError(400, 'InvalidRequest', message),
  invalidSignature: (message = 'Invalid signature') => new StorageError(400, 'InvalidSignature', message),
  expiredLink: () => new StorageError(400, 'InvalidJWT', '"exp" claim timestamp check failed'),
  invalidMimeType: (type: string) =>
    new StorageError(415, 'InvalidMimeType', `mime type ${printable(type)} is not supported`, {
      error: 'invalid_mime_type',
    }),
  contentMismatch: (type: string) =>
    new StorageError(415, 'InvalidMimeType', `the content is not of the type ${printable(type)}`, {
      error: 'invalid_mime_type',
    }),
  // Keep equal to the messages of these keys in contract/src/errors.
  unreadablePicture: () =>
    picture(
      'picture_unreadable',
      'This file is not a picture we can read. Please choose a JPEG, PNG, WebP, AVIF or GIF.',
    ),
  tooManyPixels: () =>
    picture('picture_too_many_pixels', 'This picture has too many pixels. Please choose a smaller one.'),
  hiddenContent: () =>
    picture(
      'picture_more_inside',
      'This picture has something else hidden in it. Please choose another one.',
    ),
  // The two texts of imgproxy, which Supabase renders with.
  brokenImage: () => new StorageError(422, 'InvalidRequest', 'Broken or unsupported image'),
  invalidImage: () => new StorageError(422, 'InvalidRequest', 'Invalid source image'),
  tooLarge: () =>
    new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', {
      error: 'Payload too large',
    }),
  invalidRange: (size: number) =>
    new StorageError(416, 'InvalidRange', 'The requested range is not satisfiable', {
      error: 'invalid_range',
      status: 416,
      headers: { 'content-range': `bytes */${size}` },
    }),
  uploadAborted: () => new StorageError(400, 'InvalidRequest', 'The upload broke off before its end'),
  /** Nobody reads it: the client closed the connection while it waited. */
  clientLeft: () => new StorageError(499, 'ClientClosedRequest', 'The client closed the connection'),
  quotaExceeded: (key: string, message: string) =>
    new StorageError(413, 'QuotaExceeded', message, { error: key }),
  noSpace: () =>
    new StorageError(
      507,
      'InsufficientStorage',
      'There is no space left on the server. Please try again later.',
      {
        headers: { 'retry-after': '60' },
      },
    ),
  busy: (message = 'The server is busy. Please try again in a moment.') =>
    new StorageError(503, 'SlowDown', message, { headers: { 'retry-after': '2' } }),
};

function picture(key: string, message: string): StorageError {
  return new StorageError(415, 'InvalidPicture', message, { error: key });
}

/** Shortens a caller's text and removes control characters, for logs and screens. */
function printable(text: string): string {
  return text.slice(0, 200).replace(/[^\x20-\x7e]/g, '?');
}
