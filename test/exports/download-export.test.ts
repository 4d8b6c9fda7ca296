import { createHash, randomBytes } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { ExportStorage } from '../../api/exports/storage/storage.ts'
import type { Graph } from '../../cypher/connect.ts'
import { suspendOrganization } from '../../cypher/system/credentials.ts'
import type { ExportJob } from '../../schemas/exports/exports.ts'
import { assertProblemCode } from '../support/api/contract.ts'
import { type ExportsWorld, startExports } from '../support/api/exports.ts'
import { material } from '../support/graph/entities.ts'
import { fill } from '../support/graph/graph.ts'
import { markPurged } from '../support/organization.ts'

describe('the download of an export', () => {
  let world: ExportsWorld
  let job: ExportJob
  let text: string
  const identity = { 'Accept-Encoding': 'identity' }
  before(async () => {
    world = await startExports()
    const { key } = world.organization
    const entities = Array.from({ length: 3000 }, (_, at) => material(key, `M-${at}`, `Größe ${at}`))
    await fill(world.graph, key, { entities })
    world.api.services.exports.start()
    const exported = await world.exported('entities')
    job = exported.job
    text = exported.text
  })
  after(() => world.close())

  const get = (headers: Record<string, string> = identity) => world.get(job.links.download, world.token, headers)
  const bytes = () => Buffer.from(text)

  it('has headers with type, name, size, and checksum, and returns the same bytes each time', async () => {
    const answer = await get()
    const shown = Object.fromEntries(answer.headers)
    expect(shown).to.include({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="entities-${job.createdAt.slice(0, 10)}-${job.exportId.slice(0, 8)}.csv"`,
      'content-length': String(job.byteSize),
      'accept-ranges': 'bytes',
      etag: `"${job.sha256}"`,
      'cache-control': 'no-store, no-transform',
      'x-content-type-options': 'nosniff',
    })
    expect(shown['ratelimit-limit']).to.equal('1000000')
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes())).to.equal(true)
    const again = Buffer.from(await (await get()).arrayBuffer())
    expect(createHash('sha256').update(again).digest('hex')).to.equal(job.sha256)
  })

  it('returns single ranges of bytes, with which a client can resume', async () => {
    const size = job.byteSize ?? 0
    const parts: Buffer[] = []
    for (const [range, shown] of [
      ['bytes=0-999', `bytes 0-999/${size}`],
      ['bytes=1000-99999', `bytes 1000-99999/${size}`],
      ['bytes=100000-', `bytes 100000-${size - 1}/${size}`],
    ] as const) {
      const answer = await get({ 'Accept-Encoding': 'gzip', Range: range, 'If-Range': `"${job.sha256}"` })
      expect([answer.status, answer.headers.get('Content-Range')]).to.deep.equal([206, shown])
      expect(answer.headers.get('Content-Encoding')).to.equal(null)
      parts.push(Buffer.from(await answer.arrayBuffer()))
      expect(answer.headers.get('Content-Length')).to.equal(String(parts.at(-1)?.length))
    }
    expect(Buffer.concat(parts).equals(bytes())).to.equal(true)
    const tail = await get({ ...identity, Range: 'bytes=-5' })
    expect(Buffer.from(await tail.arrayBuffer()).equals(bytes().subarray(-5))).to.equal(true)
  })

  it('returns the whole file when the range cannot be satisfied or If-Range names another file', async () => {
    for (const headers of [
      { Range: `bytes=${job.byteSize}-` },
      { Range: 'bytes=0-1,4-5' },
      { Range: 'bytes=0-1', 'If-Range': '"other"' },
    ]) {
      const answer = await get({ ...identity, ...headers })
      expect(answer.status, JSON.stringify(headers)).to.equal(200)
      expect((await answer.arrayBuffer()).byteLength).to.equal(job.byteSize)
    }
  })

  it('is compressed on request, with a weak ETag', async () => {
    const answer = await world.api.get(job.links.download, world.token, { 'Accept-Encoding': 'gzip, br' })
    expect(answer.headers.get('Content-Encoding')).to.equal('gzip')
    expect(answer.headers.get('ETag')).to.equal(`W/"${job.sha256}"`)
    expect(answer.headers.get('Content-Length')).to.equal(null)
    expect(await answer.text()).to.equal(text)
    const raw = await rawBytes(world, job)
    expect(raw.length).to.be.below(text.length / 3)
    expect(gunzipSync(raw).equals(bytes())).to.equal(true)
  })

  it('returns headers only for HEAD, and 304 for a known ETag', async () => {
    const head = await fetch(world.api.url + job.links.download, {
      method: 'HEAD',
      headers: { ...identity, Authorization: `Bearer ${world.token}` },
    })
    expect([head.status, head.headers.get('Content-Length')]).to.deep.equal([200, String(job.byteSize)])
    expect(await head.text()).to.equal('')
    expect((await get({ ...identity, 'If-None-Match': `"${job.sha256}"` })).status).to.equal(304)
  })

  for (const format of ['jsonl', 'parquet'] as const) {
    it(`of a ${format} file has its type and name, and returns ranges of the same bytes`, async () => {
      const { job: own, answer, bytes: whole } = await world.exportedAs(format, 'entities')
      const mediaType = { jsonl: 'application/jsonl', parquet: 'application/vnd.apache.parquet' }[format]
      expect(answer.headers.get('Content-Type')?.split(';')[0]).to.equal(mediaType)
      expect(answer.headers.get('Content-Disposition')).to.match(new RegExp(`\\.${format}"$`))
      expect(createHash('sha256').update(whole).digest('hex')).to.equal(own.sha256)
      expect(own).to.include({ byteSize: whole.length, rowCount: job.rowCount })
      const downloadWith = (headers: Record<string, string>) => world.get(own.links.download, world.token, headers)
      const part = await downloadWith({ Range: 'bytes=-8', 'If-Range': `"${own.sha256}"` })
      expect(part.status).to.equal(206)
      expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(-8))).to.equal(true)
      const zipped = await downloadWith({ 'Accept-Encoding': 'gzip' })
      expect(zipped.headers.get('Content-Encoding')).to.equal(format === 'jsonl' ? 'gzip' : null)
      expect(Buffer.from(await zipped.arrayBuffer()).equals(whole)).to.equal(true)
      expect((await downloadWith({ Accept: mediaType })).status).to.equal(200)
      await assertProblemCode(await downloadWith({ Accept: 'text/csv' }), 'not_acceptable')
    })
  }

  it('returns 406 to a client that does not accept CSV', async () => {
    await assertProblemCode(await get({ Accept: 'application/json' }), 'not_acceptable')
    expect((await get({ Accept: 'text/csv' })).status).to.equal(200)
    expect((await get({ Accept: 'text/*;q=0.5' })).status).to.equal(200)
  })

  it('returns 503 when the file is missing in the storage', async () => {
    const { job: lost } = await world.exported('entities', { type: 'style' })
    for await (const file of world.api.services.exports.storage.list()) {
      if (file.name.exportId === lost.exportId) await file.remove()
    }
    const problem = await assertProblemCode(
      await world.api.get(lost.links.download, world.token),
      'dependency_unavailable',
    )
    expect(problem.retryable).to.equal(true)
  })

  const endings = {
    suspended: (graph: Graph, key: string) => {
      const suspendedAt = new Date().toISOString()
      return graph.write((run) => run(suspendOrganization, null, { key, suspendedAt }))
    },
    resumed: (graph: Graph, key: string) =>
      graph.write((run) => run(suspendOrganization, null, { key, suspendedAt: null })),
    purged: markPurged,
  }
  for (const how of ['suspended', 'purged'] as const)
    it(`is aborted when the organization is ${how}`, async () => {
      const { key } = world.organization
      // This API serves the same export from a storage whose files have no end.
      const endless = await startExports({ storage: endlessStorage() })
      try {
        const answer = await endless.get(job.links.download, world.token, { 'Accept-Encoding': 'gzip' })
        const reader = answer.body?.getReader()
        if (!reader) throw new Error('There is a body')
        expect((await reader.read()).value?.length).to.be.above(0)
        await endings[how](endless.graph, key)
        let end = 'none'
        while (end === 'none') end = await reader.read().then(({ done }) => (done ? 'as if whole' : 'none'), String)
        expect(end).to.match(/terminated|aborted/)
      } finally {
        await endings.resumed(endless.graph, key)
        await endless.close()
      }
    })
})

/** A storage whose file has no end, and is read chunk by chunk. */
function endlessStorage(): ExportStorage {
  const unused = () => Promise.reject(new Error('nothing is written'))
  async function* pieces() {
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve))
      yield randomBytes(4000)
    }
  }
  return {
    create: unused,
    remove: unused,
    removeAll: unused,
    open: async () => Readable.from(pieces()),
    async *list() {},
  }
}

/** The compressed bytes of the response, which fetch would decompress. */
async function rawBytes({ api, token }: ExportsWorld, { links }: ExportJob): Promise<Buffer> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { Authorization: `Bearer ${token}`, 'Accept-Encoding': 'gzip' }
    request(api.url + links.download, { headers }, resolve)
      .on('error', reject)
      .end()
  })
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  return Buffer.concat(chunks)
}
