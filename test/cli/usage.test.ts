import { expect } from 'chai'
import { openAuditTrail } from '../../audit/open-audit-trail.ts'
import type { Usage } from '../../cli/usage/read-usage.ts'
import type { Graph } from '../../cypher/connect.ts'
import type { OutgoingRecord } from '../../kafka/records.ts'
import type { AuditRecord } from '../../schemas/audit.ts'
import { auditEnvironment, auditRecord } from '../support/api/audit.ts'
import { material } from '../support/graph/entities.ts'
import { connectTestGraph, fill } from '../support/graph/graph.ts'
import { countNodes } from '../support/graph/stored-nodes.ts'
import { mintOrganization } from '../support/organization.ts'
import { prepareTopics, quiet } from '../support/processes/kafka.ts'
import { documents, freshInstallation, tda } from '../support/processes/tda.ts'

const [MONTH, MONTH_BEFORE] = [0, 1].map((back) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7)
}) as [string, string]
const BEGIN = Date.parse(`${MONTH}-01T00:00:00.000Z`)
const iso = (time: number) => new Date(time).toISOString()

describe('tda usage', () => {
  const variables = freshInstallation()
  let graph: Graph
  let one: string
  let other: string

  before(async () => {
    graph = connectTestGraph()
    one = (await mintOrganization(graph)).key
    other = (await mintOrganization(graph)).key
    await fill(graph, one, { entities: [material(one, 'M-1'), material(one, 'M-2')] })
    const { connection, topics } = await prepareTopics(variables)
    const trail = openAuditTrail({ environment: auditEnvironment(variables), clientId: 'test', log: quiet })
    for (const record of auditRecords()) trail.record(record)
    await trail.close()
    const producer = connection.createProducer()
    await producer.send(events().map((event) => ({ topic: topics.records.name, ...event })))
    const bom = { topic: topics.bom.name, key: one, value: JSON.stringify({ tenantid: one }) }
    await producer.send([
      { ...bom, timestamp: BEGIN - 1 },
      { ...bom, timestamp: BEGIN },
    ])
    await producer.disconnect()
  })
  after(() => graph.close())

  const auditRecords = (): AuditRecord[] => [
    auditRecord({ organization: one, time: iso(BEGIN), rows: 100 }),
    auditRecord({ organization: one, time: iso(BEGIN - 1), rows: 7 }),
    auditRecord({ organization: one, time: iso(BEGIN - 40 * 86_400_000), rows: 1000 }),
    auditRecord({ organization: one, time: iso(BEGIN), status: 429, code: 'rate_limited', rows: null }),
    auditRecord({ organization: one, time: iso(BEGIN), operation: 'createExport', rows: null }),
    auditRecord({ organization: one, time: iso(BEGIN), interface: 'mcp', operation: 'create_export', rows: null }),
    auditRecord({
      organization: one,
      time: iso(BEGIN),
      operation: 'createExport',
      status: 409,
      code: 'too_many_exports',
      rows: null,
    }),
    auditRecord({ organization: other, time: iso(BEGIN), operation: 'downloadExport', rows: 20 }),
    auditRecord({
      organization: one,
      time: iso(BEGIN),
      interface: 'cli',
      operator: 'jane@example.com',
      operation: 'tokens issue',
      rows: 3,
    }),
    auditRecord({ organization: one, time: iso(BEGIN), operator: 'jane@example.com', rows: 50 }),
    auditRecord({ organization: null, credentialId: null, time: iso(BEGIN), status: 401, count: 12, rows: null }),
  ]

  /** Valid or not, events count, for the organization that their key names if it exists. */
  const events = (): Omit<OutgoingRecord, 'topic'>[] => [
    { key: `${one}/material/1`, value: '12345', timestamp: BEGIN },
    {
      key: `${one}/material/2`,
      value: JSON.stringify({ tenantid: one }),
      timestamp: BEGIN + 5,
      headers: { abc: 'de' },
    },
    { key: `${one}/material/3`, value: null, timestamp: BEGIN - 1 },
    { key: `${other}/material/1`, value: 'x', timestamp: BEGIN },
    { key: `${one}/material/4`, value: JSON.stringify({ tenantid: other }), timestamp: BEGIN },
    { key: 'unregistered/material/5', value: '{}', timestamp: BEGIN },
    { key: null, value: '{}', timestamp: BEGIN },
  ]

  const usage = async (...args: string[]): Promise<Usage[]> => {
    const ran = await tda(variables, ['--json', 'usage', ...args])
    expect(ran.code, ran.stderr).to.equal(0)
    return documents(ran).filter(({ organization }) => [one, other].includes(organization))
  }
  const size = (...texts: string[]) => texts.join('').length

  it('counts requests, rows, exports, and events of the current month, with what is stored now', async () => {
    const found = await usage()
    const [json, mismatched] = [one, other].map((tenantid) => JSON.stringify({ tenantid })) as [string, string]
    const ofOne = {
      ...{ month: MONTH, organization: one, requests: 5, rows: 100, exports: 2, events: 4 },
      eventBytes: size(
        `${one}/material/1`,
        '12345',
        `${one}/material/2`,
        json,
        'abcde',
        one,
        json,
        `${one}/material/4`,
        mismatched,
      ),
    }
    const ofOther = {
      ...{ month: MONTH, organization: other, requests: 1, rows: 20, exports: 0, events: 1 },
      eventBytes: size(`${other}/material/1`, 'x'),
    }
    expect(found.map((row) => row.organization)).to.deep.equal([one, other].sort())
    const nodes = await countNodes(graph, 'Projected', { tenantKey: one })
    expect(nodes).to.be.above(1)
    expect(found.find((row) => row.organization === one)).to.deep.equal({ ...ofOne, nodes })
    expect(found.find((row) => row.organization === other)).to.deep.include(ofOther)
  })

  it('counts an earlier month by itself, and several in their order', async () => {
    const earlier = { month: MONTH_BEFORE, organization: one, requests: 1, rows: 7, exports: 0, events: 2 }
    const eventBytes = size(`${one}/material/3`, one, JSON.stringify({ tenantid: one }))
    const [own, ...others] = await usage(MONTH_BEFORE, '--organization', one)
    expect([own, others]).to.deep.equal([{ ...earlier, eventBytes, nodes: null }, []])
    const both = await usage(MONTH, MONTH_BEFORE, MONTH)
    const expected = [MONTH_BEFORE, MONTH].flatMap((month) => [one, other].sort().map((key) => `${month} ${key}`))
    expect(both.map(({ month, organization }) => `${month} ${organization}`)).to.deep.equal(expected)
  })

  it('shows a table, and says for which time audit records are missing', async () => {
    const { code, stdout, stderr } = await tda(variables, ['usage', '2020-01', '--organization', other])
    expect({ code }, stderr).to.deep.equal({ code: 0 })
    const [head = '', row = ''] = stdout.split('\n')
    expect(head.split(/ +/)).to.deep.equal([
      ...['month', 'organization', 'requests', 'rows', 'exports', 'events', 'eventBytes', 'nodes'],
    ])
    expect(row.split(/ +/)).to.deep.equal(['2020-01', other, '0', '0', '0', '0', '0', '-'])
    expect(stderr).to.match(
      /Requests, rows, and exports before \d{4}-\d\d-\d\d are missing, because .* kept for 400 days/,
    )
    expect((await tda(variables, ['usage'])).stderr).not.to.contain('missing')
  })

  it('rejects months and organizations that are not valid', async () => {
    const wrong = async (...args: string[]) => {
      const { code, stdout, stderr } = await tda(variables, ['usage', ...args])
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' })
      return stderr
    }
    for (const month of ['2027', '2027-13', 'march', '2027-3', '2027-03-01', '1969-12'])
      expect(await wrong(month)).to.contain(`"${month}" is not a valid month. Use a form such as 2027-03`)
    expect(await wrong('2999-01')).to.contain('The month 2999-01 has not begun')
    expect(await wrong('--organization', 'unregistered')).to.contain('There is no organization unregistered')
  })
})
