import { createHash, randomBytes } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { ChecksumMismatch, type ExportJob, ExportNotCompleted } from '../../../client/src/index.ts'
import { errorOf, type LocalClient, localClient, TOKEN } from '../../support/client/local-client.ts'
import { type Answer, problemAnswer } from '../../support/client/local-server.ts'

const exportId = '3f1c9c0e-4b0a-4a53-9a51-6f0f7b7f2d10'
const file = randomBytes(300_000).toString('hex')
const sha256 = createHash('sha256').update(file).digest('hex')
const job = (more: Partial<ExportJob>): Answer => {
  const given = { exportId, status: 'queued', pollAfterSeconds: null, sha256: null, errorCode: null, ...more }
  return { status: 200, body: { data: given, meta: {} } }
}
const completed = { status: 'completed', sha256 } as const

describe('exports of the client', () => {
  let local: LocalClient
  const start = async (jobs: Answer[], body = file, options: Parameters<typeof localClient>[1] = {}) => {
    local = await localClient(({ path }) => {
      const download = { status: 200, headers: { 'Content-Type': 'text/csv' }, body }
      return path.endsWith('/download') ? download : (jobs.shift() ?? problemAnswer('export_not_found'))
    }, options)
    return local.client
  }
  afterEach(() => local.server.close())

  it('are polled at the interval that the service returns', async () => {
    const states = [
      job({ pollAfterSeconds: 1 }),
      problemAnswer('rate_limited', { 'Retry-After': '9' }),
      job({ status: 'running', pollAfterSeconds: 5 }),
      job(completed),
    ]
    const client = await start(states)
    const seen: string[] = []
    const found = await client.waitForExport(exportId, { onProgress: ({ status }) => seen.push(status) })
    expect(found).to.include({ exportId, ...completed })
    expect(seen).to.deep.equal(['queued', 'running', 'completed'])
    expect([local.waits[0], local.waits[2]]).to.deep.equal([1000, 5000])
    expect(local.waits[1]).to.be.within(9000, 10_000)
  })

  for (const status of ['failed', 'expired'] as const) {
    it(`raise ExportNotCompleted if they are ${status}`, async () => {
      const client = await start([job({ status, errorCode: 'export_failed' }), job({ status })])
      const error = await errorOf(client.waitForExport(exportId))
      expect(error).to.be.instanceOf(ExportNotCompleted).with.property('job').that.includes({ status })
      expect(error).to.have.property('message', `The export ${exportId} is ${status} (export_failed), not completed.`)
      expect(await errorOf(client.readExport(exportId))).to.be.instanceOf(ExportNotCompleted)
    })
  }

  it('are polled until the timeout or the abort signal', async () => {
    const wait = (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    const client = await start([job({ pollAfterSeconds: 60 })], file, { wait })
    expect(await errorOf(client.waitForExport(exportId, { timeoutMs: 1 }))).to.have.property('name', 'TimeoutError')
    const reason = new Error('no longer wanted')
    const signal = AbortSignal.abort(reason)
    expect(await errorOf(client.waitForExport(exportId, { signal, timeoutMs: 3_600_000 }))).to.equal(reason)
  })

  it('are read whole, and verified by their SHA-256', async () => {
    const client = await start([job(completed)])
    expect((await text(await client.readExport(exportId))) === file).to.equal(true)
    expect(local.server.requests.at(-1)?.headers).to.include({ authorization: `Bearer ${TOKEN}` })
    expect(local.server.requests.at(-1)?.headers.accept).to.match(/^text\/csv/)
  })

  for (const [what, other] of Object.entries({
    'one letter of another': `${file.slice(0, -1)}g`,
    'no end': file.slice(0, -1),
    nothing: '',
  })) {
    it(`raise ChecksumMismatch for a file with ${what}`, async () => {
      const client = await start([job(completed)], other)
      const error = await errorOf(text(await client.readExport(exportId)))
      const actual = createHash('sha256').update(other).digest('hex')
      expect(error).to.be.instanceOf(ChecksumMismatch).and.include({ expected: sha256, actual })
    })
  }

  it('are not read before they are completed', async () => {
    const client = await start([job({ status: 'running', pollAfterSeconds: 1 })])
    expect(await errorOf(client.readExport(exportId))).to.be.instanceOf(ExportNotCompleted)
    expect(local.server.requests).to.have.length(1)
  })

  it('are streamed without verification by downloadExport', async () => {
    const client = await start([])
    const response = await client.downloadExport({ exportId })
    expect(response).to.be.instanceOf(Response)
    expect((await response.text()) === file).to.equal(true)
  })
})
