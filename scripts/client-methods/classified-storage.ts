import type { Classified } from './classified.ts';

const vectors = ['refused', '`FeatureNotEnabled`: there are no vector buckets'] as const;
const analytics = ['refused', '`FeatureNotEnabled`: there is no Iceberg catalogue'] as const;

/** Methods of `@supabase/storage-js`. */
export const storage: Classified = {
  StorageClient: [['from', 'client', 'a bucket', 'storage/objects']],
  StorageBucketApi: [
    [
      'listBuckets getBucket createBucket updateBucket emptyBucket deleteBucket',
      'works',
      'standard buckets',
      'storage/buckets',
    ],
    [
      'purgeBucketCache',
      'works',
      'for the service role: forgets rows and renditions that this process keeps',
      'storage/cache-purge',
    ],
    [
      'getBucketLifecycle updateBucketLifecycle deleteBucketLifecycle',
      'refused',
      '`FeatureNotEnabled`',
      'storage/client-calls',
    ],
  ],
  StorageFileApi: [
    [
      'upload update download info exists remove list listV2 getPublicUrl',
      'works',
      'as Supabase Storage; resumable uploads by tus',
      'storage/objects',
    ],
    ['move', 'works', 'also to another bucket', 'storage/objects'],
    [
      'copy',
      'works',
      'also onto itself, with other type, cache and encoding; `x-metadata` as header',
      'storage/copies',
    ],
    ['createSignedUrl', 'works', 'with transformation, download name and version', 'storage/links'],
    [
      'createSignedUrls createSignedUploadUrl uploadToSignedUrl',
      'works',
      'links for one object and one purpose',
      'storage/links',
    ],
    ['purgeCache', 'works', 'for the service role', 'storage/cache-purge'],
    ['toBase64', 'client', 'a helper'],
  ],
  BlobDownloadBuilder: [
    ['asStream', 'works', 'streams the download', 'storage/client-calls'],
    ['then catch finally', 'client', 'the promise'],
  ],
  StreamDownloadBuilder: [['then catch finally', 'client', 'the promise']],
  BaseApiClient: [['throwOnError setHeader', 'client', 'options of the client', 'storage/client-calls']],
  StorageAnalyticsClient: [
    ['listBuckets', ...analytics, 'storage/client-calls'],
    ['createBucket deleteBucket from', ...analytics],
  ],
  StorageVectorsClient: [
    ['listBuckets', ...vectors, 'storage/client-calls'],
    ['from createBucket getBucket deleteBucket', ...vectors],
  ],
  VectorBucketApi: [['createBucket getBucket listBuckets deleteBucket', ...vectors]],
  VectorBucketScope: [['createIndex listIndexes getIndex deleteIndex index', ...vectors]],
  VectorIndexApi: [['createIndex getIndex listIndexes deleteIndex', ...vectors]],
  VectorIndexScope: [['putVectors getVectors listVectors queryVectors deleteVectors', ...vectors]],
  VectorDataApi: [['putVectors getVectors listVectors queryVectors deleteVectors', ...vectors]],
};
