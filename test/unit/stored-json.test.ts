import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { storedEntityState } from '../../schemas/stored/entity.ts'
import { storedCounts } from '../../schemas/stored/publication.ts'

const root = join(import.meta.dirname, '../..')

/** Files that parse JSON other than stored documents, and what they parse. */
const parsers: Record<string, string> = {
  'api/core/cursor.ts': 'cursors',
  'api/http/read-body.ts': 'bodies of requests',
  'api/mcp/modern.ts': 'messages of MCP',
  'api/mcp/tool-list.ts': 'schemas that it has just put into the words of tools',
  'api/operations/bom/summarize-bom-yield-changes.ts': 'rows that it has just written as text',
  'audit/audit-line.ts': 'lines of the audit log',
  'cli/audit/audit-log.ts': 'audit records in Kafka',
  'cli/backup/backup-file.ts': 'lines of a backup',
  'cli/feed/read-event.ts': 'lines of a file of events',
  'cli/import/bom/bom-spool.ts': 'rows that this process wrote',
  'cli/import/records/import-spool.ts': 'records that this process wrote',
  'cli/import/rows/read-json.ts': 'lines of a table',
  'cli/settings.ts': 'the file of the demo',
  'domain/events/decode-envelope.ts': 'events in Kafka',
  'domain/events/mistaken-bytes.ts': 'events that are not JSON, to say why',
  'domain/events/mistaken-file.ts': 'the first line of a file, to recognize another format',
  'domain/redaction/redact-source.ts': 'JSON within texts of sources',
  'process/version.ts': 'package.json',
}

/** Files that read stored documents of any kind without their codecs, and what they read. */
const readersOfAny: Record<string, string> = {
  'api/core/unreadable.ts': 'rows of a response',
  'api/mcp/perform-tool.ts': 'responses of tools',
  'cli/check/stored-rows.ts': 'all that lists return',
}

/** Files that cast a text to a stored document that no codec has written, with the reason. */
const casts: Record<string, string> = {
  'cypher/renew-words.ts': 'rows of a migration have no types',
}

/** Files that concatenate JSON text themselves, with the purpose. */
const joiners: Record<string, string> = {
  'domain/bom/content-hash.ts': 'the canonical form that sources hash, too',
  'domain/text/json-text.ts': 'for all others',
  'projector/exceptions/evaluate/pair-facts.ts': 'a text to look for in documents',
}

const folders = ['api', 'audit', 'cli', 'cypher', 'domain', 'kafka', 'process', 'projector', 'schemas']
const files = globSync(`{${folders.join(',')}}/**/*.ts`, { cwd: root, exclude: ['schemas/stored/**'] })
const texts = files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)

function filesWith(pattern: RegExp): string[] {
  return texts.flatMap(([file, text]) => (pattern.test(text) ? [file] : [])).sort()
}

/** Templates that concatenate JSON, such as `{"id":${id}` or `${document.slice(0, -1)},`. */
const JOINED = /`[^`\n]*"[\w${}]+":[^`\n]*\$\{|`[^`\n]*\$\{[^`\n]*\.slice\(0, -1\)\},/

describe('stored JSON', () => {
  it('is parsed in schemas/stored only', () => {
    expect(filesWith(/\bJSON\.parse\b/)).to.deep.equal(Object.keys(parsers))
    expect(filesWith(/\bparseText\b/)).to.deep.equal(Object.keys(readersOfAny))
  })

  it('is written in schemas/stored only, so that the compiler rejects any other text', () => {
    expect(filesWith(/\bas TextOf\b/)).to.deep.equal(Object.keys(casts))
  })

  it('is concatenated to responses in domain/text/json-text.ts only', () => {
    expect(filesWith(JOINED)).to.deep.equal(Object.keys(joiners))
  })

  it('that is malformed or invalid is reported with its kind and fields, without values', () => {
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
    // `read` does not validate the fields.
    expect(message(() => read(wrong))).to.equal(null)
  })

  it('can be read only with the codec that wrote it', () => {
    const state = storedEntityState.write({ shown: 'plm:main:M-1' })
    expect(state).to.equal('{"shown":"plm:main:M-1"}')
    // @ts-expect-error: the text is of another kind of document
    storedCounts.read(state)
  })
})
