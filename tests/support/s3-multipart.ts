import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { escapeXml, fail, md5, type Stored, stored, xml } from './s3-answers.ts';

export interface MultipartUpload {
  key: string;
  parts: Map<number, Stored>;
  begun: Date;
}

interface Call {
  operation: string;
  key: string;
  query: URLSearchParams;
  body: Buffer;
  /** The source of a copied part. */
  copied: Stored | undefined;
}

const MIN_PART_BYTES = 5 * 1024 ** 2;
/** Small pages, so that callers have to paginate. */
const PAGE = 2;

/** Multipart uploads with S3's rules: parts of at least 5 MB but the last, completed by number and tag, in order. */
export class MultipartUploads {
  readonly uploads = new Map<string, MultipartUpload>();
  readonly #objects: Map<string, Stored>;

  constructor(objects: Map<string, Stored>) {
    this.#objects = objects;
  }

  /** Whether the call was about multipart uploads. */
  answer(call: Call, request: IncomingMessage, response: ServerResponse): boolean {
    switch (call.operation) {
      case 'CreateMultipartUpload':
        this.#create(call, response);
        return true;
      case 'ListMultipartUploads':
        this.#list(call, response);
        return true;
      case 'UploadPart':
      case 'UploadPartCopy':
      case 'ListParts':
      case 'CompleteMultipartUpload':
      case 'AbortMultipartUpload': {
        const upload = this.uploads.get(call.query.get('uploadId') ?? '');
        if (upload?.key === call.key) this.#answerFor(upload, call, request, response);
        else fail(response, 404, 'NoSuchUpload', 'The specified upload does not exist.');
        return true;
      }
      default:
        return false;
    }
  }

  #answerFor(upload: MultipartUpload, call: Call, request: IncomingMessage, response: ServerResponse) {
    const number = Number(call.query.get('partNumber'));
    switch (call.operation) {
      case 'UploadPart': {
        const part = stored(call.body);
        upload.parts.set(number, part);
        return void response.writeHead(200, { etag: part.etag }).end();
      }
      case 'UploadPartCopy': {
        if (!call.copied) return fail(response, 404, 'NoSuchKey', 'nothing to copy');
        const range = /bytes=(\d+)-(\d+)/.exec(String(request.headers['x-amz-copy-source-range']));
        const { bytes } = call.copied;
        const part = stored(range ? bytes.subarray(Number(range[1]), Number(range[2]) + 1) : bytes);
        upload.parts.set(number, part);
        return xml(response, `<CopyPartResult><ETag>${escapeXml(part.etag)}</ETag></CopyPartResult>`);
      }
      case 'ListParts':
        return listParts(upload, call, response);
      case 'AbortMultipartUpload':
        this.uploads.delete(call.query.get('uploadId') ?? '');
        return void response.writeHead(204).end();
      default:
        return this.#complete(upload, call, response);
    }
  }

  #create({ key }: Call, response: ServerResponse) {
    const id = randomUUID();
    this.uploads.set(id, { key, parts: new Map(), begun: new Date() });
    xml(
      response,
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  #complete(upload: MultipartUpload, { key, query, body }: Call, response: ServerResponse) {
    const wanted = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: /<ETag>([^<]*)</.exec(part)?.[1]?.replaceAll(/&quot;|"/g, ''),
    }));
    if (wanted.length === 0) return fail(response, 400, 'MalformedXML', 'You must specify at least one part');
    if (wanted.some(({ number }, at) => at > 0 && number <= (wanted[at - 1]?.number ?? 0)))
      return fail(response, 400, 'InvalidPartOrder', 'The list of parts was not in ascending order.');
    const parts = wanted.flatMap(({ number, etag }) => {
      const part = upload.parts.get(number);
      return part?.etag === `"${etag}"` ? [part] : [];
    });
    if (parts.length < wanted.length) return fail(response, 400, 'InvalidPart', 'a part could not be found');
    if (parts.slice(0, -1).some(({ bytes }) => bytes.length < MIN_PART_BYTES))
      return fail(response, 400, 'EntityTooSmall', 'a part but the last is smaller than the minimum');
    const whole = stored(Buffer.concat(parts.map(({ bytes }) => bytes)));
    whole.etag = `"${md5(Buffer.from(parts.map(({ etag }) => etag).join('')))}-${parts.length}"`;
    this.#objects.set(key, whole);
    this.uploads.delete(query.get('uploadId') ?? '');
    xml(
      response,
      `<CompleteMultipartUploadResult><ETag>${escapeXml(whole.etag)}</ETag></CompleteMultipartUploadResult>`,
    );
  }

  #list({ query }: Call, response: ServerResponse) {
    const marker = `${query.get('key-marker') ?? ''}\n${query.get('upload-id-marker') ?? ''}`;
    const all = [...this.uploads]
      .map(([id, upload]) => ({ id, ...upload, place: `${upload.key}\n${id}` }))
      .filter(({ place }) => place > marker)
      .sort((a, b) => (a.place < b.place ? -1 : 1));
    const page = all.slice(0, PAGE);
    const last = page.at(-1);
    const next = last
      ? `<NextKeyMarker>${escapeXml(last.key)}</NextKeyMarker><NextUploadIdMarker>${last.id}</NextUploadIdMarker>`
      : '';
    const uploads = page.map(
      ({ id, key, begun }) =>
        `<Upload><Key>${escapeXml(key)}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
    );
    xml(
      response,
      `<ListMultipartUploadsResult><IsTruncated>${all.length > page.length}</IsTruncated>${next}${uploads.join('')}</ListMultipartUploadsResult>`,
    );
  }
}

function listParts({ parts }: MultipartUpload, { query }: Call, response: ServerResponse) {
  const after = Number(query.get('part-number-marker') ?? 0);
  const all = [...parts].filter(([number]) => number > after).sort(([a], [b]) => a - b);
  const page = all.slice(0, PAGE);
  const listed = page.map(
    ([number, { etag, bytes }]) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>${escapeXml(etag)}</ETag><Size>${bytes.length}</Size></Part>`,
  );
  const next = `<NextPartNumberMarker>${page.at(-1)?.[0] ?? 0}</NextPartNumberMarker>`;
  xml(
    response,
    `<ListPartsResult><IsTruncated>${all.length > page.length}</IsTruncated>${next}${listed.join('')}</ListPartsResult>`,
  );
}
