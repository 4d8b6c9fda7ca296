import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { bomEvents } from '../../demo/bom/bom-events.ts'
import { bomPartition } from '../../domain/events/bom-partition.ts'
import { publication } from '../support/bom/bom-events.ts'
import { ndjsonOf, supplierEvent } from '../support/events/events.ts'
import { freshOrganization } from '../support/graph/graph.ts'
import { prepareTopics, recordsOf } from '../support/processes/kafka.ts'
import { documents, freshInstallation, spawnTda, startTda, tda } from '../support/processes/tda.ts'
import { until } from '../support/until.ts'

describe('tda feed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tda-feed-'))
  let variables: Record<string, string>
  let kafka: Awaited<ReturnType<typeof prepareTopics>>

  beforeEach(async () => {
    variables = freshInstallation()
    kafka = await prepareTopics(variables)
  })

  function fileOf(content: string): string {
    const file = join(folder, 'events.ndjson')
    writeFileSync(file, content)
    return file
  }

  const fed = () => recordsOf(kafka.connection, kafka.topics.records.name)
  const audited = async () => {
    const records = await recordsOf(kafka.connection, kafka.topics.audit.name)
    return records
      .map(({ value }) => JSON.parse(String(value)))
      .sort((a, b) => (a.organization < b.organization ? -1 : 1))
  }

  it('sends each event unchanged, with its key, in the order of the file', async () => {
    const events = Array.from({ length: 1200 }, (_, n) =>
      supplierEvent(n % 3 ? 'quillmere' : 'northwold', `V-${n % 50}`, `${n + 1}`),
    )
    const content = ndjsonOf(events)
    const { code, stdout, stderr } = await spawnTda(variables, ['feed', fileOf(content)])
    expect({ code, stdout }).to.deep.equal({ code: 0, stdout: '' })
    expect(stderr).to.match(/Fed 1200 events\.\n$/)
    const records = await fed()
    expect(records.map(({ value }) => `${value}\n`).sort()).to.deep.equal(content.split(/(?<=\n)/).sort())
    const versions = new Map<string, number>()
    for (const { key, value, headers } of records) {
      const event = JSON.parse(String(value))
      expect(String(key)).to.equal(`${event.tenantid}/supplier/plm/main/${event.subject}`)
      expect(String(headers['content-type'])).to.equal('application/cloudevents+json')
      expect(Number(event.sourceversion)).to.be.greaterThan(versions.get(String(key)) ?? 0)
      versions.set(String(key), Number(event.sourceversion))
    }
    expect(
      (await audited()).map(({ organization, operation, rows, parameters }) => ({
        organization,
        operation,
        rows,
        parameters,
      })),
    ).to.deep.equal([
      { organization: 'northwold', operation: 'feed', rows: 400, parameters: { file: 'events.ndjson' } },
      { organization: 'quillmere', operation: 'feed', rows: 800, parameters: { file: 'events.ndjson' } },
    ])
  })

  it('limits its rate with --rate', async () => {
    const events = Array.from({ length: 20 }, (_, n) => supplierEvent('quillmere', `V-${n}`))
    const { code, stderr } = await tda(variables, ['feed', fileOf(ndjsonOf(events)), '--rate', '10'])
    expect(code, stderr).to.equal(0)
    const times = (await fed()).map(({ timestamp }) => Number(timestamp)).sort((a, b) => a - b)
    expect(times).to.have.length(20)
    // 20 events at 10 per second take 1.9 s, less a delay of the first one and the rounding of timestamps.
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).to.be.at.least(1780)
  })

  it('rejects a rate that is not an integer in its range', async () => {
    for (const rate of ['0', '-1', '1.5', '100000', 'fast']) {
      const { code, stderr } = await tda(variables, ['feed', fileOf(ndjsonOf([])), `--rate=${rate}`])
      expect({ code, stderr }).to.deep.equal({
        code: 1,
        stderr: `tda: Option '--rate <events>' argument '${rate}' is invalid. It must be an integer from 1 to 99999. Run \`tda feed --help\` to see how to use it.\n`,
      })
    }
  })

  it('sends publications to the partition of their organization, in order, and records to their own topic', async () => {
    const organizations = ['quillmere', 'pallendro']
    const events = organizations.flatMap((organization) => [
      supplierEvent(organization, 'V-1'),
      ...[...bomEvents({ organization, profile: 'smoke' }, { publications: 1 })].map(({ value }) => value),
    ])
    const { code, stderr } = await spawnTda(variables, ['feed', fileOf(ndjsonOf(events))])
    expect(code).to.equal(0)
    expect(stderr.endsWith(`Fed ${events.length} events.\n`)).to.equal(true)
    expect(await fed()).to.have.length(2)
    const sent = await recordsOf(kafka.connection, kafka.topics.bom.name)
    for (const organization of organizations) {
      const own = sent.filter(({ partition }) => partition === bomPartition(organization, 12))
      const ids = own.map(({ value }) => JSON.parse(String(value))).filter(({ tenantid }) => tenantid === organization)
      const expected = events.filter(({ tenantid, type }) => tenantid === organization && type.includes('.bom.'))
      expect(ids.map(({ id }) => id)).to.deep.equal(expected.map(({ id }) => id))
      expect(new Set(own.map(({ key }) => String(key)))).to.include(organization)
    }
    expect(sent).to.have.length(events.length - 2)
  })

  const bad = ndjsonOf([
    supplierEvent('quillmere', 'V-1'),
    '{"x":',
    supplierEvent('quillmere', 'V-2', '1', { type: 'tenantdata.bom.begun.v1' }),
    supplierEvent('quillmere', 'V-3'),
  ])

  const cut = 'not well-formed JSON in UTF-8: it ends in the middle: was it cut off?'
  const unknown =
    'type tenantdata.bom.begun.v1: must be one of tenantdata.bom.started.v1, tenantdata.bom.style.v1, ' +
    'tenantdata.bom.completed.v1, tenantdata.bom.aborted.v1'

  it('sends nothing from a file with a bad line, and names each bad line by its number', async () => {
    const { code, stdout, stderr } = await tda(variables, ['feed', fileOf(bad)])
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' })
    const lines = stderr.split('\n').filter((line) => !line.startsWith('warning: unknown_organization: '))
    expect(lines).to.deep.equal([
      `line 2: malformed: ${cut}`,
      `line 3: unknown_type: ${unknown}`,
      'tda: 2 lines are bad, so nothing was fed. Correct the file, or use --skip-bad to skip bad lines.',
      '',
    ])
    expect(await fed()).to.deep.equal([])
    expect(await audited()).to.deep.equal([])
  })

  it('skips bad lines with --skip-bad, and still exits with 1', async () => {
    const run = await tda(variables, ['feed', fileOf(bad), '--skip-bad', '--json'])
    expect(run.code).to.equal(1)
    expect(documents(run)).to.deep.equal([
      { line: 2, reason: 'malformed', detail: cut },
      { line: 3, reason: 'unknown_type', detail: unknown },
      { fed: 2, bad: 2 },
    ])
    expect((await fed()).map(({ key }) => String(key)).sort()).to.deep.equal([
      'quillmere/supplier/plm/main/V-1',
      'quillmere/supplier/plm/main/V-3',
    ])
  })

  it('reads standard input up to the first bad line, or to its end with --skip-bad', async () => {
    const stopped = await spawnTda(variables, ['feed', '-'], bad)
    expect(stopped.code).to.equal(1)
    expect(stopped.stderr)
      .to.contain('line 2: malformed')
      .and.contain('tda: A line is bad. 1 events before it were fed')
    expect(await fed()).to.have.length(1)
    const skipped = await spawnTda(variables, ['feed', '-', '--skip-bad'], bad)
    expect(skipped.code).to.equal(1)
    expect(skipped.stderr).to.contain('Fed 2 events.')
    expect(await fed()).to.have.length(3)
  })

  it('only validates with --check, without any server', async () => {
    const away = { ...variables, KAFKA_BROKERS: '127.0.0.1:9', NEO4J_URI: 'bolt://127.0.0.1:9' }
    const lines = ndjsonOf([supplierEvent('quillmere', 'V-1', '2'), supplierEvent('quillmere', 'V-1', '2')])
    const good = await tda(away, ['feed', '--check', fileOf(lines)])
    expect(good).to.include({ code: 0, stdout: '' })
    const [repeat, organizations, ...counts] = good.stderr.split('\n')
    expect(repeat).to.equal('line 2: changes nothing: sourceversion 2 is not above 2 in line 1')
    expect(organizations).to.match(/^The organizations were not checked: Neo4j at bolt:\/\/127\.0\.0\.1:9 .*\.$/)
    expect(counts).to.deep.equal(['2 good, 0 bad, 1 that change nothing.', ''])
    const wrong = await tda(away, ['feed', '--check', '--json', fileOf(lines + bad)])
    expect(wrong.code).to.equal(1)
    expect(documents(wrong).map(({ line, reason }) => `${line} ${reason}`)).to.deep.equal([
      '2 not_newer',
      '3 not_newer',
      '4 malformed',
      '5 unknown_type',
    ])
    expect(await fed()).to.deep.equal([])
  })

  it('warns about organizations that are not registered, with --check and before it sends', async () => {
    const [registered, unknown] = [freshOrganization(), freshOrganization()]
    expect((await tda(variables, ['organizations', 'create', registered, '--name', 'Quillmere'])).code).to.equal(0)
    const file = fileOf(ndjsonOf([registered, unknown, unknown].map((key, n) => supplierEvent(key, `V-${n}`))))
    const warning = `warning: unknown_organization: organization ${unknown} is not registered (2 events, first in line 2)`
    expect(await tda(variables, ['feed', '--check', file])).to.deep.equal({
      code: 0,
      stdout: '',
      stderr: `${warning}\n3 good, 0 bad, 0 that change nothing.\n`,
    })
    const json = documents(await tda(variables, ['feed', '--check', '--json', file]))
    expect(json).to.have.length(1)
    expect(json[0].warning).to.include({ reason: 'unknown_organization', line: 2, events: 2 })
    const { code, stderr } = await tda(variables, ['feed', file])
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: `${warning}\nFed 3 events.\n` })
  })

  it('warns about a publication that would fail, and sends it', async () => {
    const organization = freshOrganization()
    const bom = { 'QM-1': [{ ref: 'L-1', yields: { 'QM-1-S': '1.20' } }] }
    const events = publication(organization, bom, { claim: { rowCount: 42 } })
    const { code, stderr } = await tda(variables, ['feed', fileOf(ndjsonOf(events))])
    expect(code).to.equal(0)
    expect(stderr.split('\n')[0]).to.equal(
      `warning: line 3: wrong_counts: rowCount is 42, but 1 came (event ${events[2]?.id}, snapshot ${events[2]?.subject})`,
    )
    expect(stderr).to.match(/Fed 3 events\.\n$/)
  })

  it('refuses a CSV file with one line, from a file and from standard input, also with --skip-bad', async () => {
    const csv = 'id,name\n1,Poplin\n2,Twill\n'
    const runs = [
      await tda(variables, ['feed', fileOf(csv)]),
      await tda(variables, ['feed', fileOf(csv), '--skip-bad']),
      await spawnTda(variables, ['feed', '-', '--skip-bad'], csv),
    ]
    for (const run of runs) {
      expect(run).to.include({ code: 1, stdout: '' })
      expect(run.stderr).to.match(/^tda: .* is not a file of events, and nothing was fed\. It looks like CSV: .*\n$/)
    }
    expect(await fed()).to.deep.equal([])
  })

  it('stops at Ctrl-C, prints how many events were fed, and audits them', async () => {
    const child = startTda(variables, ['feed', '-'])
    const [stdout, stderr] = [text(child.stdout), text(child.stderr)]
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    child.stdin.write(ndjsonOf(Array.from({ length: 600 }, (_, n) => supplierEvent('quillmere', `V-${n}`))))
    await until('the first batch', async () => (await fed()).length === 500)
    child.kill('SIGINT')
    expect(await ended).to.equal(130)
    expect(await stdout).to.equal('')
    expect(await stderr).to.match(/tda: Interrupted after 600 events were fed\.\n$/)
    expect((await audited()).map(({ organization, rows }) => ({ organization, rows }))).to.deep.equal([
      { organization: 'quillmere', rows: 600 },
    ])
  })

  it('prints one line when the file does not exist or no broker is reached', async () => {
    const missing = await tda(variables, ['feed', join(folder, 'nothing.ndjson')])
    expect(missing.code).to.equal(1)
    expect(missing.stderr).to.match(/^tda: There is no file or directory .*nothing\.ndjson\. Check the path\.\n$/)
    const away = { ...variables, KAFKA_BROKERS: '127.0.0.1:9' }
    const unreachable = await tda(away, ['feed', fileOf(ndjsonOf([supplierEvent('quillmere', 'V-1')]))])
    expect(unreachable.code).to.equal(1)
    expect(unreachable.stderr).to.match(
      /^(warning: unknown_organization: .*\n)?tda: Kafka at 127\.0\.0\.1:9 cannot be used: the connection was refused .*\n$/,
    )
  })
})
