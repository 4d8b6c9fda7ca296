import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { operations } from '../../api/operations/index.ts'
import { type ClientWorld, type NeededInputs, neededInputs, startClientWorld } from '../support/client/client-world.ts'
import { installPackedClient } from '../support/client/packed-client.ts'
import { describeWith } from '../support/with-programs.ts'
import { startBrowser, type WatchedBrowser } from './browser.ts'

/** The content security policy of a page that may only load scripts of, and connect to, the service's own origin. */
const POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'"

describeWith(['chromium'], 'the packed client, in a browser', () => {
  let world: ClientWorld
  let inputs: NeededInputs
  let browser: WatchedBrowser
  let folder: string
  let page: Page

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tda-client-'))
    await installPackedClient(folder)
    world = await startClientWorld()
    world.api.services.exports.start()
    inputs = await neededInputs(world)
    browser = await startBrowser()
    page = await openPage()
  })
  after(async () => {
    await browser?.close()
    await world?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Opens a page at the service's origin that has created a client. */
  async function openPage(): Promise<Page> {
    const context = await browser.open()
    const headers = { 'Content-Security-Policy': POLICY }
    const modules = join(folder, 'node_modules/@tenant-data/client/dist')
    await context.route('**/page', (route) =>
      route.fulfill({ contentType: 'text/html', headers, body: '<!doctype html>' }),
    )
    await context.route('**/client/*.js', (route) => {
      const file = join(modules, route.request().url().split('/').at(-1) ?? '')
      return route.fulfill({ contentType: 'text/javascript', body: readFileSync(file, 'utf8') })
    })
    const opened = await context.newPage()
    await opened.goto(`${world.api.url}/page`)
    await run(
      opened,
      `(options) => import('/client/index.js').then((module) => {
      globalThis.module = module
      globalThis.client = module.createClient(options)
    })`,
      { baseUrl: world.api.url, token: world.token },
    )
    return opened
  }

  /** Runs a function in the page and returns its result. The function has no access to variables of this process. */
  const run = <T>(where: Page, text: string, argument: unknown): Promise<T> =>
    where.evaluate(`(${text})(${JSON.stringify(argument)})`)

  for (const { operationId, output, files } of operations) {
    it(`has ${operationId}, which returns what the contract describes`, async () => {
      const call = { operationId, input: inputs[operationId] ?? null }
      if (files !== undefined) {
        const file = `({ operationId, input }) => client[operationId](input).then((response) => response.text())`
        expect(await run(page, file, call)).to.match(/^id,/)
        return
      }
      const answer = await run<object>(
        page,
        '({ operationId, input }) => client[operationId](input ?? undefined)',
        call,
      )
      expect(output.parse(answer)).to.deep.equal(answer)
      // The response of the list contains the created export, which changes until it is completed.
      if (operationId === 'createExport') await run(page, '({ data }) => client.waitForExport(data.exportId)', answer)
      if (!('links' in answer && 'data' in answer)) return
      const list = '({ operationId, input }) => Array.fromAsync(client[operationId](input ?? undefined))'
      expect(await run(page, list, call)).to.deep.equal(answer.data)
    })
  }

  it('throws an ApiProblem with the code of the problem', async () => {
    const told = await run(
      page,
      `(entityId) => client.getEntity({ entityId }).catch((error) =>
        ({ isProblem: error instanceof module.ApiProblem, code: error.code, status: error.status }))`,
      '00000000-0000-5000-8000-000000000000',
    )
    expect(told).to.deep.equal({ isProblem: true, code: 'entity_not_found', status: 404 })
  })

  it('waits for an export, and reads its file with a verified checksum', async () => {
    const [fromSnapshotId, , toSnapshotId] = world.snapshotIds
    const lines = await run<string[]>(
      page,
      `async (parameters) => {
        const created = await client.createExport({ kind: 'bom_yield_changes', parameters })
        const job = await client.waitForExport(created.data.exportId)
        const bytes = await Array.fromAsync(await client.readExport(job.exportId))
        return (await new Blob(bytes).text()).trimEnd().split('\\r\\n')
      }`,
      { fromSnapshotId, toSnapshotId },
    )
    const changes = await Array.fromAsync(world.client.listBomYieldChanges({ fromSnapshotId, toSnapshotId }))
    expect(lines).to.have.length(1 + changes.length)
    expect(changes).to.have.length.above(0)
  })

  it('sends requests only to the service, and violates no policy', () => {
    const others = browser.requests.filter((url) => !url.startsWith(world.api.url))
    expect({ others, violations: browser.violations, errors: browser.errors }).to.deep.equal({
      others: [],
      violations: [],
      errors: [],
    })
    expect(browser.requests.filter((url) => url.includes(world.token))).to.deep.equal([])
  })
})
