import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { operations } from '../../../api/operations/index.ts'
import { readEvent } from '../../../cli/feed/read-event.ts'
import { demoValues } from '../../../dev/guides/demo-values.ts'
import { fillValues, valuesOf } from '../../../dev/guides/fill-values.ts'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { Problem, type ProblemCode, problems } from '../../../schemas/problem.ts'
import { codesIn, type DocExample, type DocPage, examplesOf, readPages } from '../../support/docs/doc-examples.ts'

const whereOf = ({ file, line }: { file: string; line: number }) => `${file}:${line}`
const faultOf = (json: object) => {
  const read = readEvent({ number: 1, bytes: Buffer.from(JSON.stringify(json)) })
  return 'reason' in read ? `${read.reason}: ${read.detail}` : ''
}

describe('examples in the docs', () => {
  let pages: DocPage[]
  const using = (use: DocExample['use']) =>
    pages.flatMap(({ examples }) => examples.filter((example) => example.use === use))
  before(() => {
    pages = readPages()
  })

  it('are all verified, or give the reason why not', () => {
    expect(using('is run').length).to.be.above(40)
    expect(using('is what comes').length).to.be.above(6)
    for (const { mark, ...place } of using('not run')) expect(mark?.text, whereOf(place)).to.match(/^\w.{10,}/)
    const stray = '# Page\n\n```yaml\na: 1\n```\n'
    expect(() => examplesOf('page.md', stray)).to.throw('page.md:3: nothing tries this block out')
  })

  it('have no unknown comments', () => {
    const known = /<!-- (begin [\w.-]+|end|starts the demo|(not run|answers|exits|data of): .+) -->|<!-- values$/
    for (const { file, markdown } of pages) {
      const strange = markdown.split('\n').filter((line) => line.includes('<!--') && !known.test(line))
      expect(strange, file).to.deep.equal([])
    }
  })

  it('start the demo with the same command everywhere', () => {
    expect(using('starts the demo').map(({ file, text }) => [file, text])).to.deep.equal([
      ['README.md', 'npm ci && npm start'],
      ['docs/quickstart.md', 'npm ci && npm start'],
    ])
  })

  it('show only events that the projector accepts', () => {
    expect(using('event').length).to.be.at.least(2)
    for (const event of using('event')) expect(faultOf(JSON.parse(event.text)), whereOf(event)).to.equal('')
  })

  it('show only data that is valid within an event', () => {
    const whole = using('event').map(({ text }) => JSON.parse(text))
    for (const part of using('data of an event')) {
      const event = whole.find(({ type }) => type === part.mark?.text)
      expect(event, `${whereOf(part)}: an event of that type`).to.be.an('object')
      const json = { ...event, data: { ...event.data, ...JSON.parse(part.text) } }
      expect(faultOf(json), whereOf(part)).to.equal('')
      const misspelt = { ...event, data: { ...event.data, canonicalOf: 'M-1', references: 'M-1' } }
      expect(faultOf(misspelt)).to.not.equal('')
    }
  })

  it('show only files that a command or a test uses', () => {
    const readers = globSync('test/*/*.ts', { cwd: projectFolder }).map((file) =>
      readFileSync(join(projectFolder, file), 'utf8'),
    )
    expect(using('file')).to.not.be.empty
    for (const { file, line } of using('file')) {
      const page = pages.find((one) => one.file === file)
      const [, name = ''] = /begin (\S+)/.exec(page?.markdown.split('\n')[line - 3] ?? '') ?? []
      const commands = page?.examples.filter(({ language }) => language === 'sh').map(({ text }) => text) ?? []
      const isRead = [...commands, ...readers].some((text) => text.includes(`docs/examples/${name}`))
      expect(isRead, `${file}:${line}: ${name}`).to.equal(true)
    }
  })

  it('show problems as the service returns them', () => {
    for (const { text, ...place } of using('problem')) {
      const body = Problem.parse(JSON.parse(text.replaceAll('{docs_url}', 'https://api.example.com/docs')))
      const { title, status, retryable, recovery } = problems[body.code as ProblemCode]
      expect(body, whereOf(place)).to.include({ title, status, retryable, recovery })
    }
  })

  it('name only codes, IDs, and days that are in the demo or marked as the reader’s own', () => {
    const strange = pages.flatMap(({ file, markdown, examples }) => {
      const named = valuesOf(markdown).map(({ value }) => value)
      const elsewhere = new Set([...linesThatCome(examples), ...linesOfFiles(markdown)])
      const end = `${markdown}\n`.split('\n').indexOf('<!-- values')
      return codesIn(markdown)
        .filter(({ line }) => !elsewhere.has(line) && (end < 0 || line <= end))
        .filter(({ code }) => !named.some((value) => value.includes(code)))
        .map(({ code, line }) => `${file}:${line}: ${code}`)
    })
    expect(strange.filter((place) => !/^docs\/(adr|project)/.test(place))).to.deep.equal([])
  })

  it('list no value that the page does not contain', () => {
    for (const { file, markdown } of pages) {
      const text = markdown.replace(/<!-- values\n[\s\S]*?-->/, '')
      const unused = valuesOf(markdown).filter(({ value }) => !text.includes(value))
      expect(unused, file).to.deep.equal([])
    }
  })

  it('are updated with the values of another demo in all places, even if values swap', () => {
    const page = 'A of B, B-2.\n\n<!-- values\ndemo first: A\ndemo second: B\nanswer third: B-2\n-->\n'
    const swapped = fillValues(page, 'demo', new Map(Object.entries({ first: 'B', second: 'A', third: 'C' })))
    expect(swapped).to.equal('B of A, A-2.\n\n<!-- values\ndemo first: B\ndemo second: A\nanswer third: A-2\n-->\n')
    expect(() => fillValues(page, 'demo', new Map())).to.throw('There is no value first')
    expect(() => valuesOf('<!-- values\nnothing\n-->')).to.throw('Not a value: nothing')
  })
})

describe('example requests in the contract', () => {
  it('name only codes, IDs, and days that are in the demo', () => {
    const values = [...demoValues().values()]
    const named = operations
      .filter(({ path }) => !path.includes('{exportId}'))
      .flatMap(({ operationId, examples }) =>
        codesIn(JSON.stringify(examples.input)).map(({ code }) => ({ operationId, code })),
      )
    expect(named.length).to.be.above(10)
    expect(named.filter(({ code }) => !values.includes(code))).to.deep.equal([])
  })
})

/** Lines of output and problems, which are compared with real responses. */
function linesThatCome(examples: readonly DocExample[]): number[] {
  const compared = examples.filter(({ use }) => use === 'is what comes' || use === 'problem')
  return compared.flatMap(({ line, lines }) => lines.map((_, at) => line + 1 + at))
}

/** Lines of example files and of samples of events, which have tests of their own. */
function linesOfFiles(markdown: string): number[] {
  let inside = false
  return markdown.split('\n').flatMap((line, at) => {
    if (/^<!-- begin (\S+\.\w+|\w+-samples) -->$/.test(line)) inside = true
    else if (line === '<!-- end -->') inside = false
    return inside ? [at + 1] : []
  })
}
