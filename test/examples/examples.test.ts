import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { fillValues, valuesOf } from '../../dev/guides/fill-values.ts'
import { projectFolder } from '../../dev/runtime/folders.ts'
import { published } from '../support/bom/published.ts'
import { type DocExample, type DocPage, readPages } from '../support/docs/doc-examples.ts'
import { type Prefilled, prefilledRequests } from '../support/docs/prefilled.ts'
import { cutLike, differences, jsonDocuments } from '../support/docs/shown.ts'
import { installInspector } from '../support/install-inspector.ts'
import { installPython, whyNoPython } from '../support/install-python.ts'
import { until } from '../support/until.ts'
import { answerValues } from './answer-values.ts'
import { type Demo, isInstalled, startDemo } from './demo.ts'
import { docJson } from './doc-json.ts'
import { type PageRun, type Printed, runPage } from './run-page.ts'
import { checkoutLike, writeShellSetup } from './sandbox.ts'

/** With UPDATE_DOCS=1, writes the service's responses into the pages instead of comparing them. */
const isUpdate = process.env.UPDATE_DOCS === '1'

/** The packages that the Python guide names, installed once per folder: change the folder with the list. */
const PYTHON_PACKAGES = [
  ...['confluent-kafka==2.16.1', 'pandas==3.1.1', 'pyarrow==26.0.1', 'duckdb==2.0.0', 'polars==2.1.0'],
]
const PYTHON_FOLDER = 'examples-3'

/** Fields that differ in each response of an operation, in addition to those that differ everywhere. */
const differing: Readonly<Record<string, readonly string[]>> = {
  createExport: ['exportId', 'createdAt', 'self', 'download'],
  getExport: ['exportId', 'createdAt', 'startedAt', 'completedAt', 'expiresAt', 'self', 'download'],
  // The number of exports depends on earlier examples.
  listExports: ['exportId', 'createdAt', 'startedAt', 'completedAt', 'expiresAt', 'links'],
  // The identifier of a change contains that of its feed, which differs in each start.
  listChanges: ['changeId', 'appliedAt', 'resume'],
  inspectServiceSource: ['runId', 'startedAt', 'endedAt'],
  // The offset of an event and the times of loads differ in each start.
  listIngestRejections: ['partition', 'offset', 'at', 'rejectedAt'],
  listIngestSources: ['lastEventAt'],
  getToken: ['id', 'createdAt'],
}

const pages = readPages().filter(({ examples }) => examples.length > 0)

describe('the examples of the docs, on the demo that npm start loads', function () {
  this.timeout(2_400_000)
  let demo: Demo
  let checkout: string
  let setup: string
  let hasKcat: boolean
  /** The reason why pages with Python programs are skipped, or null. */
  let withoutPython: string | null

  before(async () => {
    withoutPython = await whyNoPython()
    if (withoutPython !== null && process.env.CI) throw new Error(withoutPython)
    const inspector = await installInspector()
    const python =
      withoutPython === null ? join(await installPython(PYTHON_FOLDER, PYTHON_PACKAGES), 'python') : 'python3'
    hasKcat = await isInstalled('kcat')
    demo = await startDemo()
    checkout = checkoutLike(demo.folder, demo.localFolder)
    const absolute = (path: string) => join(projectFolder, path)
    setup = writeShellSetup(demo.folder, { inspector: absolute(inspector), python: absolute(python) })
  })
  after(() => demo?.stop())

  async function ask(path: string, { token = demo.tokens.rest, ...init }: RequestInit & { token?: string } = {}) {
    const url = new URL(path, demo.facts.baseUrl)
    const headers = { Authorization: `Bearer ${token}`, Origin: url.origin, ...init.headers }
    // A graph that was just filled can respond with 503 for a moment.
    return until('an answer', async () => {
      const answer = await fetch(url, { ...init, headers })
      return answer.status === 503 ? null : answer
    })
  }

  async function get<T>(path: string): Promise<T> {
    const answer = await ask(path)
    expect(answer.status, path).to.equal(200)
    return (await answer.json()) as T
  }

  async function call(name: string, given: object) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } })
    const headers = { 'Content-Type': 'application/json' }
    const answer = await ask('/mcp', { token: demo.tokens.mcp, method: 'POST', headers, body })
    const { result } = (await answer.json()) as {
      result?: { isError?: boolean; structuredContent?: { data: unknown } }
    }
    return result
  }

  describe('the API reference', () => {
    let exportId: string

    it('prefills the same requests from the served contract as from the published one', async () => {
      const served = prefilledRequests(await get('/openapi.json'))
      const asked = (requests: Prefilled[]) => requests.map(({ shown: _shown, ...request }) => request)
      expect(asked(served)).to.deep.equal(asked(prefilledRequests(published)))
    })

    for (const request of prefilledRequests(published)) {
      it(`prefills ${request.operationId} with a request whose response it shows`, async () => {
        const { operationId, accept, empty, shown } = request
        expect(empty).to.deep.equal(
          operationId.endsWith('Export') && operationId !== 'createExport' ? ['exportId'] : [],
        )
        const answer = await send(request)
        const text = await answer.text()
        expect(answer.status, text).to.equal(200)
        if (accept === 'text/csv') return expect(text.startsWith(String(shown))).to.equal(true)
        const real = JSON.parse(text)
        if (Array.isArray(real.data)) expect(real.data, 'data').to.not.deep.equal([])
        if (operationId === 'createExport') exportId = await completed(real.data.exportId)
        return expect(differences(shown, real, differing[operationId])).to.deep.equal([])
      })
    }

    function send({ method, path, body, accept, scheme }: Prefilled): Promise<Response> {
      const token = scheme === 'mcpToken' ? demo.tokens.mcp : demo.tokens.rest
      const headers = { Accept: accept, ...(body === null ? {} : { 'Content-Type': 'application/json' }) }
      return ask(path.replace('{exportId}', exportId), { token, method, headers, body })
    }

    async function completed(id: string): Promise<string> {
      await until('the export', async () => {
        const { data } = await get<{ data: { status: string } }>(`/v1/exports/${id}`)
        return data.status === 'completed'
      })
      return id
    }
  })

  for (const page of pages) {
    if (!page.examples.some(({ use }) => use === 'is run')) continue
    it(`the commands of ${page.file} run from top to bottom, and print what the page shows`, async function () {
      if (withoutPython !== null && page.examples.some(({ language }) => language === 'python')) {
        console.error(`  skipped: ${withoutPython}`)
        this.skip()
      }
      const needsKcat = page.examples.some(({ text }) => text.includes('kcat'))
      const done = await runPage(page, { checkout, setup, variables: variables(), commandOf })
      const shown = page.examples.map((example) => ({ ...example, text: addressed(example.text) }))
      const faults = [done.failure ?? [], ...shown.map((example) => faultsOf(example, done))].flat()
      if (isUpdate && done.failure === null) update(page, done)
      else expect(faults, faults.join('\n')).to.deep.equal([])
      if (needsKcat && !hasKcat) this.skip()
    })
  }

  /** The text as the docs are served, with the URLs of the service. */
  function addressed(text: string): string {
    return text.replaceAll('{base_url}', demo.facts.baseUrl).replaceAll('{docs_url}', demo.facts.docsUrl)
  }

  /** Clears the addresses of servers, so that commands find the servers in `.local` as they do for a reader. */
  function variables(): Record<string, string> {
    return { NEO4J_URI: '', KAFKA_BROKERS: '', LOCAL_FOLDER: demo.localFolder }
  }

  /** Example files run as files. Files that need kcat are skipped where it is not installed. */
  function commandOf({ file: page, line, language, text }: DocExample): string | null {
    const above = readFileSync(join(projectFolder, page), 'utf8').split('\n')[line - 3] ?? ''
    const [, file] = /^<!-- begin (\S+\.\w+) -->$/.exec(above) ?? []
    if (file === undefined) return null
    if (text.includes('kcat') && !hasKcat) return ':'
    const program = { ts: 'node', python: 'python', sh: 'sh' }[language]
    return `KAFKA_BROKERS=${demo.facts.kafkaBrokers} ${program} docs/examples/${file}`
  }

  it('MCP clients reach the service with the settings of the guide', async () => {
    const settings = pages.flatMap(({ examples }) => examples.filter(({ use }) => use === 'settings of a client'))
    expect(settings).to.have.length(4)
    for (const { file, text, line } of settings) {
      const given = JSON.parse(addressed(text))
      const { url, headers } = (given.mcpServers ?? given.servers)['brand-data']
      const sent = { 'Content-Type': 'application/json', Authorization: '' }
      sent.Authorization = headers.Authorization.replace(/\$\{[^}]+\}/, demo.tokens.mcp)
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
      const answer = await fetch(url, { method: 'POST', headers: sent, body })
      expect(answer.status, `${file}:${line}`).to.equal(200)
    }
  })

  it('the tool calls of the conversations in the tutorial for AI clients return data', async () => {
    const tutorial = pages.find(({ file }) => file === 'docs/tutorials/connect-an-ai-client.md')
    const calls = [...(tutorial?.markdown ?? '').matchAll(/`([a-z_]+)` `(\{.*?\})`/g)]
    expect(calls).to.have.length.of.at.least(4)
    for (const [citation, name = '', given = ''] of calls) {
      const result = await call(name, JSON.parse(given))
      expect(result, citation).to.not.have.property('isError')
      expect(result?.structuredContent?.data, citation).to.be.an('array').that.is.not.empty
    }
  })

  it('the values in the pages are those of the demo', async () => {
    const known = answerValues(get)
    for (const { file } of pages) {
      const path = join(projectFolder, file)
      const markdown = readFileSync(path, 'utf8')
      const names = valuesOf(markdown).flatMap(({ from, name }) => (from === 'answer' ? [name] : []))
      const present = new Map(
        await Promise.all(names.map(async (name) => [name, (await known[name]?.()) ?? ''] as const)),
      )
      const now = fillValues(markdown, 'answer', present)
      if (isUpdate) writeFileSync(path, now)
      else expect(now, `${file}: UPDATE_DOCS=1 fixes it`).to.equal(markdown)
    }
  })
})

function faultsOf(example: DocExample, { printed, answers }: PageRun): string[] {
  const { file, line, lines, use, before, language, text } = example
  const place = `${file}:${line}`
  const output = printed.get(before?.line ?? 0)
  if (use === 'is what comes') {
    if (output === undefined) return [`${place}: nothing was printed`]
    return differencesOf(language, text, output).map((fault) => `${place}: ${fault}`)
  }
  const own = printed.get(line)
  if (use !== 'is run' || own === undefined) return []
  const expected = example.mark?.kind === 'answers' ? example.mark.text : ''
  const got = answers.filter((answer) => answer.line > line && answer.line <= line + lines.length + 1)
  const failed = got.filter(({ status }) => status >= 400)
  const faults = failed
    .filter(({ status }) => String(status) !== expected)
    .map((answer) => `${file}:${answer.line}: ${answer.request} was answered with ${answer.status}`)
  if (expected !== '' && failed.length === 0) faults.push(`${place}: nothing was answered with ${expected}`)
  const empty = jsonDocuments(own.out).filter(
    (json) => isObject(json) && Array.isArray(json.data) && json.data.length === 0,
  )
  return empty.length > 0 ? [...faults, `${place}: a list came back empty`] : faults
}

/** Compares what a page shows with the whole output, or with one item of its list. */
function differencesOf(language: string, text: string, { out, aside }: Printed): string[] {
  if (language === 'json') {
    const found = candidates(out).map((real) => differences(JSON.parse(text), real))
    return found.some((faults) => faults.length === 0) ? [] : (found[0] ?? ['no JSON was printed'])
  }
  const form = (line: string) => (language === 'http' ? line.replace(/\d+/g, '0') : line).trim()
  const came = `${out}\n${aside}`.split('\n').map(form)
  return text.split('\n').flatMap((line) => (came.includes(form(line)) ? [] : [`this did not come: ${line}`]))
}

function candidates(out: string): unknown[] {
  const documents = jsonDocuments(out)
  const items = documents.flatMap((json) => (isObject(json) && Array.isArray(json.data) ? json.data : []))
  return [...documents, ...items]
}

function isObject(json: unknown): json is Record<string, unknown> {
  return typeof json === 'object' && json !== null
}

/** Writes the output into the page, from its end to its start, so that the line numbers above stay valid. */
function update({ file, markdown, examples }: DocPage, { printed }: PageRun): void {
  const lines = markdown.split('\n')
  for (const { line, lines: shown, text, use, language, before } of [...examples].reverse()) {
    const output = printed.get(before?.line ?? 0)
    if (use !== 'is what comes' || language !== 'json' || !output) continue
    const json = JSON.parse(text)
    const found = candidates(output.out)
    if (found.some((real) => differences(json, real).length === 0)) continue
    const real = found.find((one) => isObject(one) && Object.keys(json).every((name) => name in one))
    if (real !== undefined) lines.splice(line, shown.length, ...docJson(cutLike(json, real)).split('\n'))
  }
  writeFileSync(join(projectFolder, file), lines.join('\n'))
}
