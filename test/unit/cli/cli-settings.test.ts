import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { operatorName } from '../../../cli/audit/audited.ts'
import { readSettings } from '../../../cli/settings.ts'
import { parseEnvironment } from '../../../schemas/environment.ts'

describe('the operator in the audit trail', () => {
  const operator = (TDA_OPERATOR: string) => operatorName(parseEnvironment({ TDA_OPERATOR }))

  it('is the name in TDA_OPERATOR, or the user of the operating system', () => {
    for (const name of ['alice', 'alice.liddell@example.com', 'José Núñez', 'EXAMPLE\\alice', 'oidc:alice+ops', '7']) {
      expect(operator(name)).to.equal(name)
    }
    expect(operator('')).to.equal(userInfo().username)
  })

  it('is rejected if it is too long, or contains control characters or the beginning of a formula', () => {
    const wrong = [
      'a'.repeat(101),
      ' ',
      ' alice',
      '=alice',
      '@alice',
      '-alice',
      'alice\n',
      'a\u001b[2J',
      'alice\u202e',
      'a,b',
      'a"b',
    ]
    for (const name of wrong) expect(() => operator(name), JSON.stringify(name)).to.throw(/TDA_OPERATOR: must be/)
    expect(operator('a'.repeat(100))).to.have.length(100)
  })
})

describe('settings of the command line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tda-local-'))
  const demo = { neo4jUri: 'bolt://127.0.0.1:7001', kafkaBrokers: '127.0.0.1:7002', organizations: [] }
  const ofDemo = {
    NEO4J_URI: demo.neo4jUri,
    KAFKA_BROKERS: [demo.kafkaBrokers],
    AUDIT_SPOOL: join(folder, 'data/audit'),
  }

  function read(variables: Record<string, string>) {
    const { NEO4J_URI, KAFKA_BROKERS, AUDIT_SPOOL } = readSettings({ LOCAL_FOLDER: folder, ...variables })
    return { NEO4J_URI, KAFKA_BROKERS, AUDIT_SPOOL }
  }

  it('come from the environment if no demo is running', () => {
    const nothing = { NEO4J_URI: undefined, KAFKA_BROKERS: undefined, AUDIT_SPOOL: '.local/audit' }
    expect(read({})).to.deep.equal(nothing)
    writeFileSync(join(folder, 'demo.json'), '{"neo4jUri": ')
    expect(read({})).to.deep.equal(nothing)
  })

  it('default to those of the running demo, including its audit spool', () => {
    writeFileSync(join(folder, 'demo.json'), JSON.stringify(demo))
    expect(read({})).to.deep.equal(ofDemo)
    expect(read({ NEO4J_URI: '', AUDIT_SPOOL: '/spool' })).to.deep.equal({ ...ofDemo, AUDIT_SPOOL: '/spool' })
    expect(read({ KAFKA_BROKERS: 'a:1,b:2' })).to.deep.equal({ ...ofDemo, KAFKA_BROKERS: ['a:1', 'b:2'] })
    const given = { NEO4J_URI: 'neo4j://graph', KAFKA_BROKERS: 'a:1' }
    expect(read(given)).to.deep.equal({
      NEO4J_URI: 'neo4j://graph',
      KAFKA_BROKERS: ['a:1'],
      AUDIT_SPOOL: '.local/audit',
    })
  })
})
