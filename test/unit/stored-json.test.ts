import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect } from 'chai'
import { storedEntityState } from '../../schemas/stored/entity.ts'
import { storedCounts } from '../../schemas/stored/publication.ts'

const root = join(import.meta.dirname, '../..')

/** Files that parse JSON that is no stored document, by their names. */
const parsers: Record<string, string> = {
  'read-body.ts': 'bodies of requests',
  'cursor.ts': 'cursors',
  'modern.ts': 'messages of MCP',
  'summarize-bom-yield-changes.ts': 'rows that it has just written as text',
  'audit-line.ts': 'lines of the audit log',
  'audit-log.ts': 'audit records in Kafka',
  'settings.ts': 'the file of the demo',
  'read-event.ts': 'lines of a file of events',
  'decode-envelope.ts': 'events in Kafka',
  'mistaken-bytes.ts': 'events that are not JSON, to say why',
  'redact-source.ts': 'JSON within texts of sources',
}

/** Files that name a text a stored document which no codec has written. */
const casts: Record<string, string> = {
  'renew-words.ts': 'rows of a migration have no types',
}

/** Files that put JSON text together in their own way. */
const joiners: Record<string, string> = {
  'content-hash.ts': 'the canonical form that sources hash, too',
  'pair-facts.ts': 'a text to look for in documents',
}

const folders = ['api', 'audit', 'cli', 'cypher', 'domain', 'projector', 'schemas']
const files = globSync(`{${folders.join(',')}}/**/*.ts`, { cwd: root, exclude: ['api/docs/**', 'schemas/stored/**'] })
const texts = files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)

function filesWith(pattern: RegExp): string[] {
  return texts.filter(([, text]) => pattern.test(text)).map(([file]) => basename(file))
}

/** Texts such as `{"id":${id}` or `${document.slice(0, -1)},` within templates. */
const JOINED = /`[^`\n]*"[\w${}]+":[^`\n]*\$\{|`[^`\n]*\$\{[^`\n]*\.slice\(0, -1\)\},/

describe('stored JSON', () => {
  it('is parsed in schemas/stored only', () => {
    expect(filesWith(/\bJSON\.parse\b/).sort()).to.deep.equal(Object.keys(parsers).sort())
  })

  it('is written in schemas/stored only, so that the compiler refuses any other text', () => {
    expect(filesWith(/\bas TextOf\b|\bas unknown as TextOf\b/).sort()).to.deep.equal(Object.keys(casts).sort())
  })

  it('is joined to responses in domain/text/json-text.ts only', () => {
    const own = filesWith(JOINED).filter((file) => file !== 'json-text.ts')
    expect(own.sort()).to.deep.equal(Object.keys(joiners).sort())
  })

  it('that is no JSON, or does not fit, is reported by its kind and fields, without values', () => {
    const { read, readChecked } = storedCounts
    const message = (work: () => unknown) => {
      try {
        work()
      } catch (error) {
        return String(error)
      }
      return null
    }
    const cut = '{"styleCount":"secret' as Parameters<typeof read>[0]
    const wrong = '{"styleCount":"secret","skuCount":1,"lineCount":1,"rowCount":1}' as typeof cut
    const notJson = 'UnreadableDocument: counts of a publication: not well-formed JSON'
    expect(message(() => read(cut))).to.equal(notJson)
    expect(message(() => readChecked(cut))).to.equal(notJson)
    expect(message(() => readChecked(wrong))).to.match(
      /^UnreadableDocument: counts of a publication: styleCount: .*number/,
    )
    expect(message(() => readChecked(wrong))).to.not.include('secret')
    expect(
      message(() => read(wrong)),
      'is not validated',
    ).to.equal(null)
  })

  it('is read as the document that it was written as', () => {
    const state = storedEntityState.write({ shown: 'plm:main:M-1' })
    expect(state).to.equal('{"shown":"plm:main:M-1"}')
    // @ts-expect-error it is not the counts of a publication
    storedCounts.read(state)
  })
})
