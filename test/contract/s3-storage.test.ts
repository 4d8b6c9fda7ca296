import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { expect } from 'chai'
import { openStorage } from '../../api/exports/storage/open-storage.ts'
import type { ExportStorage } from '../../api/exports/storage/storage.ts'
import { parseEnvironment } from '../../schemas/environment.ts'
import { type S3Server, startS3 } from './s3-server.ts'

const bucket = 'tda-exports'

/** Uses moto, which keeps objects in memory and does not check signatures, but otherwise responds like S3. */
describe('the storage of exports in a bucket', () => {
  let server: S3Server
  let storage: ExportStorage
  before(async () => {
    server = await startS3()
    const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
    const client = new S3Client({ endpoint: server.url, region: 'us-east-1', forcePathStyle: true, credentials })
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    client.destroy()
    storage = openStorage(
      parseEnvironment({
        EXPORTS_S3_BUCKET: bucket,
        EXPORTS_S3_ENDPOINT: server.url,
        EXPORTS_S3_ACCESS_KEY_ID: 'key',
        EXPORTS_S3_SECRET_ACCESS_KEY: 'secret',
      }),
    )
  })
  after(() => server?.stop())

  const fresh = (fence = 1) => ({ organization: 'quillmere', exportId: randomUUID(), fence, format: 'csv' as const })
  const listed = async () => {
    const found: string[] = []
    for await (const { name, isDraft } of storage.list()) found.push(`${name.exportId}.${name.fence} ${isDraft}`)
    return found
  }

  it('lists and reads a file only once it is published, then completely and by range', async () => {
    const name = fresh()
    const content = randomBytes(19 * 1024 * 1024)
    const draft = await storage.create(name)
    for (let at = 0; at < content.length; at += 256 * 1024) await draft.write(content.subarray(at, at + 256 * 1024))
    expect(await storage.open(name)).to.equal(null)
    expect(await listed()).to.deep.equal([`${name.exportId}.1 true`])
    await draft.publish()
    expect(await listed()).to.deep.equal([`${name.exportId}.1 false`])
    for (const range of [
      undefined,
      { start: 0, end: 1 },
      { start: 8_388_600, end: 8_388_700 },
      { start: content.length - 5, end: content.length },
    ]) {
      const stream = await storage.open(name, range)
      if (!stream) throw new Error('The file is there')
      expect((await buffer(stream)).equals(content.subarray(range?.start, range?.end))).to.equal(true)
    }
    await storage.remove(name)
    await storage.remove(name)
    expect([await storage.open(name), await listed()]).to.deep.equal([null, []])
  })

  it('deletes all parts of a draft that is discarded, or whose writer died', async () => {
    const discarded = await storage.create(fresh())
    await discarded.write(Buffer.from('a,b\r\n'))
    await discarded.discard()
    const orphan = await storage.create(fresh(2))
    await orphan.write(randomBytes(9 * 1024 * 1024))
    for await (const file of storage.list()) await file.remove()
    expect(await listed()).to.deep.equal([])
    const isPublished = await orphan.publish().then(
      () => true,
      () => false,
    )
    expect([isPublished, await listed()]).to.deep.equal([false, []])
  })

  it('deletes all files of one organization, and none of another whose key begins the same', async () => {
    const others = { ...fresh(), organization: 'quillmeres' }
    for (const name of [fresh(), fresh(), others]) {
      const draft = await storage.create(name)
      await draft.write(Buffer.from('a,b\r\n'))
      await draft.publish()
    }
    expect(await storage.removeAll('quillmere')).to.equal(2)
    expect(await listed()).to.deep.equal([`${others.exportId}.1 false`])
    expect(await storage.removeAll('quillmere')).to.equal(0)
    expect(await storage.removeAll('quillmeres')).to.equal(1)
  })

  it('names the missing bucket', async () => {
    const other = openStorage(
      parseEnvironment({
        EXPORTS_S3_BUCKET: 'tda-absent',
        EXPORTS_S3_ENDPOINT: server.url,
        EXPORTS_S3_ACCESS_KEY_ID: 'key',
        EXPORTS_S3_SECRET_ACCESS_KEY: 'secret',
      }),
    )
    const failed = await other.create(fresh()).catch((error: Error) => error.name)
    expect(failed).to.equal('NoSuchBucket')
  })
})
