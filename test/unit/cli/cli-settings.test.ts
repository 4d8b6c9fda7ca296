import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { readSettings } from '../../../cli/settings.ts'

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

  it('are those of the environment alone where nothing runs', () => {
    const nothing = { NEO4J_URI: undefined, KAFKA_BROKERS: undefined, AUDIT_SPOOL: '.local/audit' }
    expect(read({})).to.deep.equal(nothing)
    writeFileSync(join(folder, 'demo.json'), '{"neo4jUri": ')
    expect(read({})).to.deep.equal(nothing)
  })

  it('are completed by those of the running demo, its audit spool included', () => {
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
