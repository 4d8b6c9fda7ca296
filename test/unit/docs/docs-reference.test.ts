import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { expect } from 'chai'
import { problemsOf } from '../../../api/core/problems-of.ts'
import { operations } from '../../../api/operations/index.ts'
import { published } from '../../support/bom/published.ts'
import { docsOptions, type ServedDocs, serveDocs } from '../../support/docs/docs.ts'
import { all, byClass, byName, byRole, type Element, parseHtml, textOf } from '../../support/docs/html.ts'
import { prefilledRequests } from '../../support/docs/prefilled.ts'
import { describeWith } from '../../support/with-programs.ts'

const requests = prefilledRequests(published)
const EXPORT_ID = '3f1c9c0e-4b0a-4a53-9a51-6f0f7b7f2d10'

/** The section of each operation, by its operationId. */
async function sectionsOf({ url }: ServedDocs): Promise<Map<string, Element>> {
  const pages = [...new Set([...operations.map(({ tag }) => tag as string), 'MCP'])]
  const paths = pages.map((tag) => `reference/${tag.toLowerCase().replaceAll(' ', '-')}`)
  const htmls = await Promise.all(paths.map(async (path) => (await fetch(`${url}/docs/${path}`)).text()))
  const sections = htmls.flatMap((html) => byClass(parseHtml(html), 'operation'))
  return new Map(sections.map((section) => [section.attributes['aria-labelledby'] ?? '', section]))
}

function found<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`The reference has no ${name}`)
  return value
}

describe('the reference', () => {
  let docs: ServedDocs
  let sections: Map<string, Element>
  const section = (operationId: string) => found(sections.get(operationId), operationId)

  before(async () => {
    docs = await serveDocs()
    sections = await sectionsOf(docs)
  })
  after(() => docs.close())

  it('describes every operation, and MCP', () => {
    expect([...sections.keys()]).to.have.members([...operations.map(({ operationId }) => operationId), 'mcp'])
  })

  it('links every operation from its first page', async () => {
    const text = await (await fetch(`${docs.url}/docs/reference`)).text()
    for (const { operationId, tag } of operations)
      expect(text).to.contain(`href="./reference/${tag.toLowerCase().replaceAll(' ', '-')}#${operationId}"`)
  })

  for (const operation of operations) {
    const { operationId, method, path, scope, summary, input } = operation
    it(`shows the endpoint, the scope, and the inputs of ${operationId}`, () => {
      const one = section(operationId)
      expect(textOf(byName(one, 'h2')[0] ?? one)).to.equal(`${summary}#`)
      expect(byName(one, 'h2')[0]?.attributes.id).to.equal(operationId)
      expect(textOf(byClass(one, 'endpoint')[0] ?? one)).to.equal(`${method} ${path}`)
      expect(textOf(byClass(one, 'facts')[0] ?? one)).to.contain(scope ?? 'any valid')
      const names = byClass(one, 'name').map(textOf)
      expect(names).to.include.members(Object.keys(input.shape))
    })

    it(`links every problem of ${operationId} to its page`, () => {
      const hrefs = byName(section(operationId), 'a').map(({ attributes }) => attributes.href ?? '')
      const codes = hrefs.flatMap((href) => /^\.\.\/problems\/(\w+)$/.exec(href)?.[1] ?? [])
      expect(codes).to.have.members([...problemsOf(operation)])
    })
  }

  it('states the limits, the values, and the default of a parameter', () => {
    const text = (operationId: string, name: string) => {
      const fields = byClass(section(operationId), 'fields').flatMap((list) => byName(list, 'li'))
      const field = fields.find((item) => textOf(byClass(item, 'name')[0] ?? item) === name)
      return textOf(found(field, name)).replace(/\s+/g, ' ')
    }
    expect(text('listBomYieldChanges', 'limit')).to.contain('Maximum number of rows to return. 1 to 1,000; default 100')
    expect(text('listBomYieldChanges', 'changeType')).to.contain('added: only the later snapshot contains the row')
    expect(text('listBomYieldChanges', 'from')).to.contain('date')
    expect(text('getEntity', 'entityId')).to.contain('required').and.to.contain('in the path')
    expect(text('createExport', 'kind')).to.contain('always entities')
  })

  it('shows the example response of the contract', () => {
    for (const { operationId, accept, shown } of requests) {
      const [pre] = byName(section(operationId), 'pre').slice(-1)
      const text = textOf(found(pre, `answer of ${operationId}`))
      if (accept === 'application/json') expect(JSON.parse(text), operationId).to.deep.equal(shown)
      else expect(text, operationId).to.equal(shown)
    }
  })

  it('describes the fields of a response', () => {
    const text = textOf(section('listBomYieldChanges'))
    for (const name of ['changedFields', 'yieldDirection', 'grossYieldBase', 'links', 'next'])
      expect(text).to.contain(name)
    expect(textOf(section('searchEntities'))).to.contain('type = bom_publication')
  })

  for (const request of requests) {
    it(`prefills the form of ${request.operationId} with the example of the contract`, () => {
      const [form] = byName(section(request.operationId), 'form')
      expect(form?.attributes).to.include({
        'data-method': request.method,
        'data-accept': request.accept,
        'data-base': '',
      })
      expect(form?.attributes).to.not.have.any.keys('action', 'method')
      const { path, empty, body } = sentBy(found(form, 'form'))
      expect({ path, empty, body }).to.deep.equal({ path: request.path, empty: request.empty, body: request.body })
    })
  }

  it('shows the samples of an operation before its fields', () => {
    for (const [operationId, one] of sections) {
      const order = all(one, ({ attributes }) => /^(?:about|samples|lists)$/.test(attributes.class ?? ''))
      const names = order.map(({ attributes }) => attributes.class)
      expect(names, operationId).to.deep.equal(['about', 'samples', 'lists'])
    }
  })

  it('has a header for each column in the lists of operations', async () => {
    const page = parseHtml(await (await fetch(`${docs.url}/docs/reference`)).text())
    const headers = byName(page, 'thead').map((head) => byName(head, 'th').map(textOf))
    expect(headers).to.not.be.empty
    for (const names of headers) expect(names.filter((name) => name !== '')).to.have.length(3)
  })

  it('lists the common fields of `before` and `after` once', () => {
    const one = section('listBomYieldChanges')
    const notes = byClass(one, 'limits').map(textOf)
    expect(notes).to.include('The same fields as before.')
    const names = byClass(one, 'name').map(textOf)
    expect(names.filter((name) => name === 'grossYieldBase')).to.have.length(1)
  })

  it('shows a long request of curl with a line for each parameter', () => {
    const [pane] = byRole(section('summarizeBomYieldChanges'), 'tabpanel')
    const lines = textOf(byName(found(pane, 'curl'), 'code')[0] ?? found(pane, 'curl')).split('\n')
    expect(lines.slice(0, -1).every((line) => line.endsWith(' \\'))).to.equal(true)
    expect(lines.filter((line) => line.includes('--data-urlencode')).length).to.be.above(3)
    expect(Math.max(...lines.map(({ length }) => length))).to.be.at.most(90)
  })

  it('has date pickers, hints for other fields, and a link to how to get a token', async () => {
    const form = found(byName(section('listBomYieldChanges'), 'form')[0], 'form')
    const fieldOf = (name: string) =>
      found(
        byClass(form, 'parameter').find((one) => one.attributes['data-name'] === name),
        name,
      )
    expect(fieldOf('from').attributes.type).to.equal('date')
    const { 'aria-describedby': hint } = fieldOf('limit').attributes
    const [described] = all(form, ({ attributes }) => attributes.id === hint)
    expect(textOf(found(described, 'hint'))).to.contain('1 to 1,000')
    const [help] = byName(form, 'a')
    const target = new URL(help?.attributes.href ?? '', `${docs.url}/docs/reference/bom-history`)
    expect((await fetch(target)).status).to.equal(200)
  })

  it('gives form fields no name, so that the browser cannot put a value, such as the token, into the URL', () => {
    for (const [operationId, one] of sections) {
      const fields = all(one, ({ name }) => ['input', 'select', 'textarea'].includes(name))
      expect(
        fields.filter(({ attributes }) => 'name' in attributes),
        operationId,
      ).to.deep.equal([])
      const tokens = byClass(one, 'token').map(({ attributes }) => [attributes.type, attributes.autocomplete])
      expect(tokens, operationId).to.deep.equal([['password', 'off']])
    }
  })

  it('redirects from the URLs of version 1.0', async () => {
    expect((await fetch(`${docs.url}/docs/reference`)).status).to.equal(200)
    expect(await (await fetch(`${docs.url}/docs/assets/docs.js`)).text()).to.contain('^#\\/[^/]+\\/(\\w+)$')
  })
})

/** The request that a form sends when its button is pressed. */
function sentBy(form: Element): { path: string; empty: string[]; body: string | null } {
  let path = form.attributes['data-path'] ?? ''
  const query = new URLSearchParams()
  const empty: string[] = []
  for (const field of byClass(form, 'parameter')) {
    const name = field.attributes['data-name'] ?? ''
    const value = field.name === 'select' ? chosenIn(field) : (field.attributes.value ?? '')
    if (value === '' && 'required' in field.attributes) empty.push(name)
    if (value === '') continue
    if (field.attributes['data-in'] === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value))
    else query.append(name, value)
  }
  const [body] = byClass(form, 'body')
  const sent = body === undefined ? null : JSON.stringify(JSON.parse(textOf(body)))
  return { path: query.size > 0 ? `${path}?${query}` : path, empty, body: sent }
}

function chosenIn(select: Element): string {
  const [chosen] = byName(select, 'option').filter(({ attributes }) => 'selected' in attributes)
  return chosen?.attributes.value ?? ''
}

interface Got {
  method: string | undefined
  path: string | undefined
  authorization: string | undefined
  body: string | null
}

/** Tests that each sample in a language, run against a server that records requests, sends the expected request. */
function samplesReachTheApi(language: string, run: (code: string) => Promise<void>): void {
  let docs: ServedDocs
  let sections: Map<string, Element>
  let got: Got[]
  const server = createServer(async (req, res) => {
    const { method, url, headers } = req
    const body = await readText(req)
    const isJson = headers['content-type'] === 'application/json'
    got.push({ method, path: url, authorization: headers.authorization, body: isJson ? body : null })
    res.setHeader('Content-Type', 'application/json').end('{}')
  })

  before(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    docs = await serveDocs({ ...docsOptions, baseUrl: `http://127.0.0.1:${port}` })
    sections = await sectionsOf(docs)
  })
  beforeEach(() => {
    got = []
  })
  after(async () => {
    server.close()
    server.closeAllConnections()
    await docs.close()
  })

  for (const { operationId, method, path, body } of requests) {
    it(`sends the prefilled request of ${operationId}`, async () => {
      const panes = byRole(found(sections.get(operationId), operationId), 'tabpanel')
      const pane = panes.find(({ attributes }) => attributes['data-language'] === language)
      await run(textOf(byName(found(pane, language), 'code')[0] ?? found(pane, language)))
      expect(got).to.have.length(1)
      const { body: sent = null, path: sentTo, method: used, authorization } = found(got[0], 'request')
      const expected = { method, path: path.replace('{exportId}', EXPORT_ID), authorization: 'Bearer secret' }
      // A query can encode a space as %20 or +.
      expect({ method: used, path: sentTo?.replaceAll('%20', '+'), authorization }).to.deep.equal(expected)
      expect(sent === null ? null : JSON.stringify(JSON.parse(sent))).to.equal(body)
    })
  }
}

const env = { ...process.env, TOKEN: 'secret', EXPORT_ID }

async function succeed(command: string, args: string[]): Promise<void> {
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const [aside, [exitCode]] = await Promise.all([readText(child.stderr), once(child, 'close')])
  if (exitCode !== 0) throw new Error(aside)
}

describeWith(['curl', 'bash'], 'the samples with curl', () => {
  samplesReachTheApi('sh', (code) => succeed('bash', ['-euc', code]))
})

describeWith(['python3'], 'the samples in Python', () => {
  samplesReachTheApi('python', (code) => succeed('python3', ['-c', code]))
})

describe('the samples in TypeScript', () => {
  const asModule = ['--conditions', '@tenant-data/source', '--input-type', 'module-typescript', '--eval']
  samplesReachTheApi('ts', (code) => succeed(process.execPath, [...asModule, code]))
})
