import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { GroupedFaults } from '../../../cli/feed/checks/grouped-faults.ts'
import { GroupedWarnings, warningText } from '../../../cli/feed/checks/grouped-warnings.ts'
import { refusalText, SeenSources } from '../../../cli/feed/checks/seen-sources.ts'
import type { FeedEvent } from '../../../cli/feed/read-event.ts'
import { refuseMistaken } from '../../../cli/feed/refuse-mistaken.ts'
import { publication, type TestBom } from '../../support/bom/bom-events.ts'
import { ndjsonOf, supplierEvent } from '../../support/events/events.ts'
import { documents, tda } from '../../support/processes/tda.ts'

const textsOf = (faults: GroupedFaults) => faults.texts().map(({ text }) => text)

describe('faults of a file', () => {
  it('are printed once with their number and first lines if they are equal', () => {
    const faults = new GroupedFaults()
    for (let line = 1; line <= 125; line++) faults.add({ line, reason: 'malformed', detail: 'not JSON' })
    faults.add({ line: 126, reason: 'malformed', detail: 'other', style: 'QM-1', eventId: 'e-1', snapshotId: 'S' })
    for (const line of [127, 128])
      faults.add({ line, reason: 'late', detail: 'x', eventId: `e-${line}`, snapshotId: 'S' })
    expect(textsOf(faults)).to.deep.equal([
      'lines 1, 2, 3, 4, 5 and 120 more: malformed: not JSON',
      'line 126: malformed: other (style QM-1, event e-1, snapshot S)',
      'lines 127, 128: late: x (first: event e-127, snapshot S)',
    ])
  })

  it('are printed for at most 20 kinds, and the others are counted', () => {
    const faults = new GroupedFaults()
    for (let line = 1; line <= 45; line++) faults.add({ line, reason: 'bad', detail: `fault ${line % 30}` })
    expect(faults.texts()).to.have.length(21)
    expect(textsOf(faults).slice(-2)).to.deep.equal(['line 20: bad: fault 20', 'and 10 more of other kinds'])
    expect(textsOf(faults)[0]).to.equal('lines 1, 31: bad: fault 1')
  })
})

describe('warnings about a file', () => {
  it('are printed once for a field of an event type, with the number of events', () => {
    const warnings = new GroupedWarnings()
    const one = { reason: 'unknown_field', type: 'T', field: 'data.x', detail: 'is not a field', text: null } as const
    const code = { ...one, reason: 'white_space', text: '"A "' } as const
    warnings.add(3, [one, one])
    warnings.add(4, [one, code])
    warnings.add(5, [one, { ...code, text: '"B "' }])
    warnings.add(6, [{ ...one, type: 'U' }])
    expect(warnings.all().map(warningText)).to.deep.equal([
      'warning: T: data.x: is not a field (3 events, first in line 3)',
      'warning: T: data.x: "A " is not a field (2 events, first in line 4)',
      'warning: U: data.x: is not a field (line 6)',
    ])
  })

  it('name organizations that are not registered, and sources that are not accepted', () => {
    const sources = new SeenSources()
    const add = (number: number, organization: string, source: string) =>
      sources.add({ number, organization, source } as FeedEvent)
    add(1, 'quillmere', '/plm/main')
    add(2, 'northwold', '/plm/main')
    add(3, 'northwold', '/erp/main')
    add(4, 'quillmere', '/erp/main')
    const times = { createdAt: '', suspendedAt: null }
    const quillmere = {
      key: 'quillmere',
      name: 'Q',
      ...times,
      allowedSources: ['/plm/main'],
      maxShrink: null,
      quota: null,
    }
    expect(sources.refusals([quillmere]).map(refusalText)).to.deep.equal([
      'warning: unknown_organization: organization northwold is not registered (2 events, first in line 2)',
      'warning: source_not_allowed: source /erp/main is not among those that quillmere accepts: /plm/main (line 4)',
    ])
    expect(
      sources.refusals([
        { ...quillmere, allowedSources: null },
        { ...quillmere, key: 'northwold' },
      ]),
    ).to.have.length(1)
  })
})

describe('a file of another format', () => {
  const read = async (chunks: readonly string[]) => {
    const input = (async function* () {
      for (const chunk of chunks) yield Buffer.from(chunk)
    })()
    let text = ''
    for await (const bytes of refuseMistaken(input, 'rows.csv')) text += bytes
    return text
  }

  it('is refused before anything is returned, also if it arrives in pieces', async () => {
    for (const chunks of [['id,name\n1,x\n'], ['i', 'd,na', 'me\n1', ',x\n'], ['id,name']]) {
      const error = await read(chunks).catch((caught: Error) => caught)
      expect(String(error)).to.equal(
        'Error: rows.csv is not a file of events, and nothing was fed. It looks like CSV: use `tda import` to make events of its rows',
      )
    }
  })

  it('is not assumed of events, whose bytes are returned unchanged', async () => {
    for (const chunks of [['{"a":1}\n', '{"b":2}\n', '{"c":3}'], ['{"a"', ':1}'], [], ['{"a":1}\n']])
      expect(await read(chunks)).to.equal(chunks.join(''))
  })
})

describe('the output of tda feed --check', () => {
  const away = { NEO4J_URI: 'bolt://127.0.0.1:9', KAFKA_BROKERS: '127.0.0.1:9' }
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tda-check-'))
  })
  after(() => rmSync(folder, { recursive: true }))

  const check = (content: string, ...flags: string[]) => {
    const file = join(folder, 'events.ndjson')
    writeFileSync(file, content)
    return tda(away, ['feed', '--check', file, ...flags])
  }
  const bom: TestBom = { 'QM-1': [{ ref: 'L-1', yields: { 'QM-1-S': '1.20', 'QM-1-M': '1.25' } }] }

  it('names what is wrong with a publication, and exits with 1', async () => {
    const good = publication('quillmere', bom)
    const wrong = publication('quillmere', bom, { claim: { rowCount: 42 } })
    const { code, stderr } = await check(ndjsonOf([...good, ...wrong]))
    expect(code).to.equal(1)
    const [fault, one, other, organizations, ...rest] = stderr.split('\n')
    expect(fault).to.equal(
      `line 6: wrong_counts: rowCount is 42, but 2 came (event ${wrong[2]?.id}, snapshot ${wrong[2]?.subject})`,
    )
    expect(one).to.match(
      new RegExp(
        `^publication ${good[0]?.subject} of quillmere \\(lines 1 to 3\\) would be completed: styleCount 1, ` +
          'skuCount 2, lineCount 1, rowCount 2, contentHash sha256sum:[0-9a-f]{64}$',
      ),
    )
    expect(other).to.equal(`publication ${wrong[0]?.subject} of quillmere (lines 4 to 6) would fail`)
    expect(organizations).to.match(/^The organizations were not checked: Neo4j at bolt:\/\/127\.0\.0\.1:9 /)
    expect(rest).to.deep.equal([
      '6 good, 0 bad, 0 that change nothing.',
      'tda: 1 publication would not be completed.',
      '',
    ])
  })

  it('contains documents for scripts with --json', async () => {
    const [started, style] = publication('quillmere', bom)
    const data = { ...Object(style?.data), colour: 'x' }
    const run = await check(ndjsonOf([started, { ...style, data }, '{"x":']), '--json')
    const [bad, fault, ended, warning, ...rest] = documents(run)
    expect(rest).to.deep.equal([])
    expect(bad).to.include({ line: 3, reason: 'malformed' })
    expect(fault).to.include({
      line: 2,
      reason: 'unfinished',
      style: 'QM-1',
      eventId: style?.id,
      organization: 'quillmere',
    })
    expect(ended.publication).to.include({
      snapshotId: started?.subject,
      outcome: 'unfinished',
      firstLine: 1,
      lastLine: 2,
    })
    expect(warning).to.deep.equal({
      warning: {
        reason: 'unknown_field',
        type: 'tenantdata.bom.style.v1',
        field: 'data.colour',
        detail: 'is not a field, and is ignored',
        text: null,
        line: 2,
        events: 1,
      },
    })
    expect(run.stderr).to.contain('tda: 1 line is bad, and 1 publication would not be completed.')
  })

  it('has one line for a CSV file, and one for equal faults', async () => {
    const csv = await check('id,name\n1,Poplin\n2,Twill\n')
    expect(csv).to.include({ code: 1, stdout: '' })
    expect(csv.stderr).to.match(/^tda: .*events\.ndjson is not a file of events, .* CSV: use `tda import` .*\n$/)
    const lines = Array.from({ length: 9 }, (_, n) => supplierEvent('quillmere', `V-${n}`, '1', { data: {} }))
    const { code, stderr } = await check(ndjsonOf(lines))
    expect(code).to.equal(1)
    expect(stderr).to.match(/^lines 1, 2, 3, 4, 5 and 4 more: invalid_data: supplierCode: .*\n/)
    expect(stderr.match(/invalid_data/g)).to.have.length(1)
  })

  it('is in the order of the file', async () => {
    const [started, style] = publication('quillmere', bom)
    const other = publication('quillmere', bom)
    const { stderr } = await check(ndjsonOf([style, '{"x":', started, started, other[0], '{"x":1}']))
    const lines = stderr.split('\n').map((line) => line.split(': ').slice(0, 2).join(': '))
    expect(lines.slice(0, 6)).to.deep.equal([
      'line 1: no_open_publication',
      'line 2: malformed',
      'line 4: changes nothing',
      'line 5: superseded',
      'line 5: unfinished',
      'line 6: malformed',
    ])
  })

  it('has warnings that do not change the exit code', async () => {
    const event = supplierEvent('quillmere', 'V-1')
    const events = [1, 2].map((n) => ({ ...event, subject: `V-${n}`, data: { ...event.data, legalname: 'x' } }))
    const { code, stderr } = await check(ndjsonOf(events))
    expect(code).to.equal(0)
    expect(stderr.split('\n')[0]).to.equal(
      'warning: tenantdata.supplier.upserted.v1: data.legalname: is not a field, and is ignored; did you mean legalName? (2 events, first in line 1)',
    )
  })
})
