import { readdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { expect } from 'chai'
import { AuditTrail } from '../../audit/audit-trail.ts'
import { createOrganization, findOrganization, listOrganizations } from '../../cli/organizations.ts'
import type { Graph } from '../../cypher/connect.ts'
import { AuditRecord } from '../../schemas/audit.ts'
import { auditEnvironment, auditRecord, receiver } from '../support/api/audit.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { prepareTopics, quiet, recordsOf } from '../support/processes/kafka.ts'
import { documents, freshInstallation, spawnTda, tda } from '../support/processes/tda.ts'

describe('tda organizations', () => {
  const variables = freshInstallation()
  const key = freshOrganization()
  let graph: Graph
  let kafka: Awaited<ReturnType<typeof prepareTopics>>

  before(async () => {
    graph = connectTestGraph()
    kafka = await prepareTopics(variables)
  })

  after(() => graph.close())

  const run = (...args: string[]) => tda(variables, ['organizations', ...args])

  it('registers an organization, and fails when its key exists', async () => {
    const { code, stdout, stderr } = await run('create', key, '--name', 'Quillmere')
    expect({ code, stdout, stderr }).to.deep.equal({
      code: 0,
      stdout: '',
      stderr: `Created organization ${key}.\n`,
    })
    expect(await findOrganization(graph, key)).to.include({
      key,
      name: 'Quillmere',
      suspendedAt: null,
      allowedSources: null,
    })
    const again = await spawnTda(variables, ['organizations', 'create', key, '--name', 'Other'])
    expect(again).to.deep.equal({
      code: 1,
      stdout: '',
      stderr: `tda: Organization ${key} exists already. Choose another key.\n`,
    })
    expect((await findOrganization(graph, key)).name).to.equal('Quillmere')
  })

  it('rejects invalid keys and names', async () => {
    const now = new Date()
    for (const wrong of ['ab', '1abc', 'Abc', 'a-bc', `a${'b'.repeat(32)}`, '']) {
      const failure = await createOrganization(graph, { key: wrong, name: 'X', now }).catch(
        (error: Error) => error.message,
      )
      expect(failure, wrong).to.contain('Use 3 to 32 characters from a to z and 0 to 9')
    }
    const failure = await createOrganization(graph, { key: 'abc', name: '', now }).catch(
      (error: Error) => error.message,
    )
    expect(failure).to.equal('The name must have 1 to 255 characters')
  })

  it('suspends and resumes an organization, and keeps the time of the first suspension', async () => {
    const [first] = documents(await run('suspend', key, '--json'))
    const [second] = documents(await run('suspend', key, '--json'))
    expect(first.suspendedAt).to.match(/^\d{4}-\d{2}-\d{2}T/)
    expect(second.suspendedAt).to.equal(first.suspendedAt)
    const named = { ...variables, TDA_OPERATOR: 'alice@example.com' }
    const [resumed] = documents(await tda(named, ['organizations', '--json', 'resume', key]))
    expect(resumed).to.include({ key, suspendedAt: null })
    expect((await findOrganization(graph, key)).suspendedAt).to.equal(null)
  })

  it('limits the accepted sources of an organization, and removes the limit', async () => {
    await run('allow-source', key, '/plm/main', '/erp/eu', '/plm/main')
    expect((await findOrganization(graph, key)).allowedSources).to.deep.equal(['/erp/eu', '/plm/main'])
    const wrong = await run('allow-source', key, '/plm/main', 'erp')
    expect(wrong.stderr).to.equal(
      'tda: "erp" is not a valid source. Use /{system}/{instance}, for example /plm/main.\n',
    )
    expect((await run('allow-source', key)).code).to.equal(1)
    await run('allow-source', key, '--any')
    expect((await findOrganization(graph, key)).allowedSources).to.equal(null)
  })

  it('limits the requests of an organization, and removes the limit', async () => {
    const set = (...options: string[]) => run('set', key, '--json', ...options)
    expect(documents(await set('--quota', '3000', '--max-shrink', '20'))[0]).to.include({ quota: 3000, maxShrink: 20 })
    expect((await set('--quota', '3000')).stderr).to.contain('Its tokens can send 3000 requests per minute together.')
    for (const wrong of ['0', '-1', '1.5', 'many']) {
      const { code, stderr } = await set('--quota', wrong)
      expect({ code, stderr }).to.deep.equal({ code: 1, stderr: 'tda: --quota must be a positive integer, or none.\n' })
    }
    expect((await set()).stderr).to.contain('Name a setting: --max-shrink or --quota')
    expect(documents(await set('--quota', 'none'))[0]).to.include({ quota: null, maxShrink: 20 })
    expect(documents(await set('--max-shrink', 'none'))[0]).to.include({ quota: null, maxShrink: null })
  })

  it('lists every organization, as a table or as JSON Lines', async () => {
    const listed = documents(await run('list', '--json'))
    expect(listed).to.deep.include(await findOrganization(graph, key))
    expect(listed).to.have.length((await listOrganizations(graph)).length)
    const { stdout } = await run('list')
    expect(stdout).to.match(/^key +name +createdAt +suspendedAt +sources +maxShrink +quota\n/)
    expect(stdout).to.match(new RegExp(`^${key} +Quillmere `, 'm'))
  })

  it('prints one line for an error in the command', async () => {
    for (const [args, message] of [
      [['suspend', 'missing'], 'There is no organization missing. Run `tda organizations list` to see all keys.'],
      [['create', key], "Required option '--name <name>' not specified"],
      [['suspend'], "Missing required argument 'key'"],
      [['suspend', key, 'other'], "Too many arguments for 'suspend'"],
    ] as const) {
      const { code, stdout, stderr } = await run(...args)
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' })
      expect(stderr.split('\n')).to.have.length(2)
      expect(stderr)
        .to.match(/^tda: /)
        .and.contain(message)
    }
  })

  it('changes data while Kafka is down, and the next command delivers the audit record', async () => {
    const away = { ...variables, KAFKA_BROKERS: '127.0.0.1:9', TDA_OPERATOR: 'alice@example.com' }
    const { code, stderr } = await tda(away, ['organizations', 'resume', key])
    expect(code).to.equal(0)
    expect(stderr).to.contain(
      `Kafka cannot be reached. The audit record waits in ${variables.AUDIT_SPOOL} and is sent later.`,
    )
    expect(readdirSync(variables.AUDIT_SPOOL ?? '')).to.have.length(1)
    await run('allow-source', key, '--any')
    expect(readdirSync(variables.AUDIT_SPOOL ?? '')).to.deep.equal([])
  })

  it('changes nothing when its audit record cannot be written to disk', async () => {
    const nowhere = await tda({ ...variables, AUDIT_SPOOL: '/dev/null/audit' }, ['organizations', 'suspend', key])
    expect(nowhere.code).to.equal(1)
    expect(nowhere.stderr).to.match(
      /^tda: The audit spool cannot be written, so nothing was changed\. .*\/dev\/null.*AUDIT_SPOOL\.\n$/,
    )
    const environment = auditEnvironment()
    const { deliver } = Object.assign(receiver(), { refusing: true })
    const trail = new AuditTrail({ environment, log: quiet, closeWithinMs: 0 }, { deliver })
    for (let n = 0; n < 5; n++) trail.record(auditRecord())
    await trail.close()
    const limited = { ...variables, AUDIT_SPOOL: environment.AUDIT_SPOOL, AUDIT_SPOOL_MAX: '1024' }
    const refused = await tda({ ...limited, KAFKA_BROKERS: '127.0.0.1:9' }, ['organizations', 'suspend', key])
    expect(refused.code).to.equal(1)
    expect(refused.stderr).to.contain('tda: The audit spool ').and.contain(' is full, so nothing was changed.')
    expect((await findOrganization(graph, key)).suspendedAt).to.equal(null)
  })

  it('audits each change, and no command that failed', async () => {
    const records = await recordsOf(kafka.connection, kafka.topics.audit.name)
    const own = records
      .filter((record) => String(record.key) === key)
      .map(({ value }) => AuditRecord.parse(JSON.parse(String(value))))
    expect(own.map(({ operation, parameters }) => ({ operation, parameters }))).to.deep.equal([
      { operation: 'organizations create', parameters: { name: 'Quillmere' } },
      { operation: 'organizations suspend', parameters: {} },
      { operation: 'organizations suspend', parameters: {} },
      { operation: 'organizations resume', parameters: {} },
      { operation: 'organizations allow-source', parameters: { sources: ['/plm/main', '/erp/eu', '/plm/main'] } },
      { operation: 'organizations allow-source', parameters: { sources: null } },
      { operation: 'organizations set', parameters: { quota: 3000, maxShrink: 20 } },
      { operation: 'organizations set', parameters: { quota: 3000 } },
      { operation: 'organizations set', parameters: { quota: null } },
      { operation: 'organizations set', parameters: { maxShrink: null } },
      { operation: 'organizations resume', parameters: {} },
      { operation: 'organizations allow-source', parameters: { sources: null } },
    ])
    for (const record of own) {
      expect(record).to.include({
        interface: 'cli',
        operator: record.operation === 'organizations resume' ? 'alice@example.com' : userInfo().username,
        region: 'local',
        status: 200,
        count: 1,
      })
    }
    expect(records).to.have.length(own.length)
  })
})
