import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { Environment } from '../../../schemas/environment.ts'
import { exportFormats } from '../../../schemas/exports/export-formats.ts'
import {
  type Draft,
  type ExportStorage,
  type FileName,
  type FoundFile,
  fileOfPath,
  folderOf,
  pathOfFile,
} from './storage.ts'

/** The bucket's address and the credentials for it. */
export type S3Settings = Pick<
  Environment,
  | 'EXPORTS_S3_PREFIX'
  | 'EXPORTS_S3_ENDPOINT'
  | 'EXPORTS_S3_REGION'
  | 'EXPORTS_S3_ACCESS_KEY_ID'
  | 'EXPORTS_S3_SECRET_ACCESS_KEY'
>

/**
 * Every part except the last must have at least 5 MiB, and a file at most 10,000 parts. With parts of 8 MiB, a file can
 * have 78 GiB.
 */
const PART_BYTES = 8 * 1024 * 1024

interface Location {
  client: S3Client
  bucket: string
  prefix: string
}

/** Stores files as objects of a bucket. A draft is a multipart upload, which cannot be read until it is completed. */
export function s3Storage(bucket: string, settings: S3Settings): ExportStorage & { close(): void } {
  const location = { client: connect(settings), bucket, prefix: settings.EXPORTS_S3_PREFIX }
  const keyOf = (name: FileName) => ({ Bucket: bucket, Key: `${location.prefix}${pathOfFile(name)}` })
  return {
    create: (name) => createUpload(location, keyOf(name), exportFormats[name.format].contentType),
    open: (name, range) => openObject(location, { ...keyOf(name), ...rangeOf(range) }),
    remove: (name) => removeObject(location, keyOf(name)),
    async removeAll(organization) {
      let count = 0
      for await (const file of listBucket(location, folderOf(organization))) {
        await file.remove()
        count += 1
      }
      return count
    },
    list: () => listBucket(location),
    close: () => location.client.destroy(),
  }
}

function connect(settings: S3Settings): S3Client {
  const { EXPORTS_S3_ENDPOINT: endpoint, EXPORTS_S3_ACCESS_KEY_ID: accessKeyId } = settings
  const secretAccessKey = settings.EXPORTS_S3_SECRET_ACCESS_KEY
  return new S3Client({
    region: settings.EXPORTS_S3_REGION,
    // S3-compatible services usually have no host name per bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // Not every S3-compatible service supports the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3000, socketTimeout: 30_000 },
  })
}

interface ObjectKey {
  Bucket: string
  Key: string
}

async function createUpload({ client }: Location, key: ObjectKey, ContentType: string): Promise<Draft> {
  const created = await client.send(new CreateMultipartUploadCommand({ ...key, ContentType }))
  const upload = { ...key, UploadId: created.UploadId }
  const parts: { PartNumber: number; ETag: string | undefined }[] = []
  let held: Buffer[] = []
  let bytes = 0

  async function send(): Promise<void> {
    const [Body, PartNumber] = [Buffer.concat(held), parts.length + 1]
    held = []
    bytes = 0
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body }))
    parts.push({ PartNumber, ETag })
  }

  return {
    async write(chunk) {
      held.push(chunk)
      bytes += chunk.length
      if (bytes >= PART_BYTES) await send()
    },
    async publish() {
      if (bytes > 0) await send()
      await client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }))
    },
    async discard() {
      held = []
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
    },
  }
}

function rangeOf(range: { start: number; end: number } | undefined): { Range?: string } {
  return range ? { Range: `bytes=${range.start}-${range.end - 1}` } : {}
}

async function openObject({ client }: Location, request: ObjectKey & { Range?: string }): Promise<Readable | null> {
  try {
    const { Body } = await client.send(new GetObjectCommand(request))
    if (!(Body instanceof Readable)) throw new Error('The bucket returned no stream')
    return Body
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

async function removeObject({ client }: Location, key: ObjectKey): Promise<void> {
  await client.send(new DeleteObjectCommand(key))
}

/** Lists the files and drafts whose paths begin with a text. */
async function* listBucket(location: Location, begin = ''): AsyncGenerator<FoundFile> {
  const { client, bucket, prefix } = location
  const within = { Bucket: bucket, Prefix: `${prefix}${begin}` }
  for await (const page of paginateListObjectsV2({ client }, within)) {
    for (const { Key = '', LastModified = new Date() } of page.Contents ?? []) {
      const name = fileOfPath(Key.slice(prefix.length))
      const remove = () => removeObject(location, { Bucket: bucket, Key })
      if (name) yield { name, isDraft: false, modifiedAt: LastModified, remove }
    }
  }
  yield* listUploads(location, within)
}

/** Lists the multipart uploads that were started and not completed. The SDK has no paginator for them. */
async function* listUploads(
  { client, bucket, prefix }: Location,
  within: { Bucket: string; Prefix: string },
): AsyncGenerator<FoundFile> {
  for (let after: { KeyMarker?: string; UploadIdMarker?: string } = {}; ; ) {
    const page = await client.send(new ListMultipartUploadsCommand({ ...within, ...after }))
    for (const { Key = '', UploadId, Initiated = new Date() } of page.Uploads ?? []) {
      const name = fileOfPath(Key.slice(prefix.length))
      if (!name) continue
      const remove = async () => {
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
      }
      yield { name, isDraft: true, modifiedAt: Initiated, remove }
    }
    if (!page.IsTruncated || !page.NextKeyMarker) return
    after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker ?? '' }
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
}
