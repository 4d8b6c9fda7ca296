import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { processesOf, start } from '../../support/processes/npm-start.ts'
import { describeWith } from '../../support/with-programs.ts'

describeWith(['ps'], 'npm start with invalid settings', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'mistakes-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  async function outcome(variables: NodeJS.ProcessEnv) {
    const started = start('node', folder, variables)
    const code = await started.ended
    expect(processesOf(folder)).to.deep.equal([])
    return { code, lines: started.output().trim().split('\n') }
  }

  it('names every invalid variable', async () => {
    const { code, lines } = await outcome({ PORT: 'many', LOG_LEVEL: 'loud' })
    expect(code).to.equal(1)
    expect(lines[0]).to.equal('The environment is not valid:')
    expect(lines.slice(1).map((line) => line.trim().split(':')[0])).to.deep.equal(['PORT', 'LOG_LEVEL'])
  })

  it('names what to install, once, when there is no JDK', async () => {
    mkdirSync(join(folder, 'bin'))
    writeFileSync(join(folder, 'bin/java'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const { code, lines } = await outcome({ JAVA_HOME: folder })
    expect(code).to.equal(1)
    expect(lines).to.have.length(1)
    expect(lines[0]).to.match(/^The embedded Neo4j and Kafka need a JDK 17 or later; none was found\. Install one/)
  })

  it('names the server of the user that cannot be used', async () => {
    const { NEO4J_URI, KAFKA_BROKERS } = process.env
    const away = {
      Neo4j: { NEO4J_URI: 'bolt://127.0.0.1:1', KAFKA_BROKERS },
      Kafka: { NEO4J_URI, KAFKA_BROKERS: '127.0.0.1:1' },
    }
    for (const [name, variables] of Object.entries(away)) {
      const { code, lines } = await outcome(variables)
      expect(code).to.equal(1)
      expect(lines).to.have.length(1)
      expect(lines[0]).to.match(
        new RegExp(
          `^${name} cannot be used \\(.*\\): is it up, and are the ${name.toUpperCase()}_ variables right\\?$`,
        ),
      )
    }
  })
})
