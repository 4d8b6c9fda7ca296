import { AbortMultipartUploadCommand, ListMultipartUploadsCommand } from '@aws-sdk/client-s3'
import type { Location } from './s3-storage.ts'
import { type FoundFile, fileOfPath } from './storage.ts'

/** The uploads that were begun and not completed, of which the SDK has no paginator. */
export async function* listUploads({ client, bucket, prefix }: Location): AsyncGenerator<FoundFile> {
  for (let after: { KeyMarker?: string; UploadIdMarker?: string } = {}; ; ) {
    const page = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...after }))
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
