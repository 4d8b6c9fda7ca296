import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import fc from 'fast-check'
import { run } from '../../../cli/run.ts'
import { jsonLine, printable, printableText } from '../../../domain/text/printable.ts'
import { createLog } from '../../../process/create-log.ts'
import { ndjsonOf, supplierEvent } from '../../support/events/events.ts'

const project = join(import.meta.dirname, '../../..')
/** Control characters: ESC, a one-byte CSI, a change of text direction, a line separator, and the bell. */
const HOSTILE = 'x\u001b[2J\u009b1m\u202e\u2028\u0007y'
const obeyed = /[^\P{C}\n\t]|[\u2028\u2029]/u

async function outputOf(...args: string[]): Promise<string> {
  const lines: string[] = []
  await run(args, {
    variables: { KAFKA_BROKERS: '127.0.0.1:1' },
    print: async (line) => void lines.push(line),
    tell: (line) => void lines.push(line),
    confirm: async () => null,
    now: () => new Date(),
    interruption: () => new AbortController().signal,
  })
  return `${lines.join('\n')}\n`
}

describe('the terminal of the command line', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tda-terminal-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  it('shows control characters in events as escapes', async () => {
    const file = join(folder, 'events.ndjson')
    const named = supplierEvent('quillmere', 'V-1', '1', { type: HOSTILE })
    const repeated = { ...supplierEvent('quillmere', 'V-2', '2'), id: HOSTILE }
    writeFileSync(file, ndjsonOf([named, `{"${HOSTILE}`, { ...repeated, tenantid: HOSTILE }, repeated, repeated]))
    for (const flags of [[], ['--json']]) {
      const output = await outputOf('feed', '--check', file, ...flags)
      expect(output).to.contain('\\u001b[2J').and.not.match(obeyed)
    }
  })

  it('shows control characters in arguments as escapes', async () => {
    for (const args of [[HOSTILE], ['dlq', 'show', HOSTILE], ['feed', HOSTILE], ['dlq', 'list', '--since', HOSTILE]]) {
      expect(await outputOf(...args), args.join(' '))
        .to.contain('\\u001b[2J')
        .and.not.match(obeyed)
    }
  })

  it('is the only file of cli/ that writes to standard output and error', () => {
    const raw = /process\.(stdout|stderr)|console\.|writeSync/
    const writers = globSync('cli/**/*.ts', { cwd: project }).filter((file) =>
      raw.test(readFileSync(join(project, file), 'utf8')),
    )
    expect(writers).to.deep.equal(['cli/output/terminal.ts'])
  })
})

describe('text for terminals', () => {
  it('contains every visible character and no control character, for any input', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 60 })
    fc.assert(
      fc.property(texts, (text) => {
        expect(printable(text)).to.not.match(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u)
        expect(printableText(text).replace(/[\n\t]|\r(?=\n|$)/g, '')).to.not.match(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u)
        expect(JSON.parse(jsonLine(text))).to.equal(text)
        const seen = text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
        expect(printable(text).replace(/\\u[0-9a-f]{4}/g, '')).to.equal(seen.replace(/\\u[0-9a-f]{4}/g, ''))
      }),
    )
    expect(printableText('a\tb\r\nc\rd\r')).to.equal('a\tb\r\nc\\u000dd\r')
  })

  it('is used by the log of every process', () => {
    const lines: string[] = []
    createLog({ level: 'info', process: 'projector' }, { write: (text) => void lines.push(text) }).info(
      { reason: HOSTILE },
      HOSTILE,
    )
    const [line = ''] = lines
    expect(line).to.contain('\\u001b[2J').and.not.match(obeyed)
    expect(JSON.parse(line)).to.deep.include({ reason: HOSTILE, msg: HOSTILE })
  })
})
