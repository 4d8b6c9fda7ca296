import { expect } from 'chai'
import { type Installation, openInstallation } from '../../support/processes/projector.ts'
import { startTcpProxy } from '../../support/processes/tcp-proxy.ts'

describe('the process of a projector', () => {
  let installation: Installation

  before(async () => {
    installation = await openInstallation()
  })
  after(() => installation.close())

  it('ends with an error when its consumer cannot continue (P13)', async () => {
    const projector = await installation.start({ KAFKA_SESSION_TIMEOUT_MS: '100' })
    expect(await projector.ended).to.equal(1)
    expect(projector.lines('consumer ended')).to.have.length(1)
  })

  it('prints one line that names the invalid or missing setting, and exits (P13)', async () => {
    const wrong = await installation.start({ KAFKA_SESSION_TIMEOUT_MS: 'soon' })
    expect(await wrong.ended).to.equal(1)
    expect(wrong.output()).to.match(/^The environment is not valid:\n {2}KAFKA_SESSION_TIMEOUT_MS: .+\n$/)
    const missing = await installation.start({ NEO4J_URI: '' })
    expect(await missing.ended).to.equal(1)
    expect(missing.output()).to.match(/^NEO4J_URI is not set: .+\n$/)
  })

  it('waits, alive and not ready, for servers that are down, and stops on SIGTERM (P13)', async () => {
    const silent = await startTcpProxy()
    const projector = await installation.start({ NEO4J_URI: `bolt://127.0.0.1:${silent.port}` })
    expect(await projector.readyz()).to.deep.equal({ status: 503, text: 'starting\n' })
    expect(projector.isRunning()).to.equal(true)
    projector.signal('SIGTERM')
    expect(await projector.ended).to.equal(0)
    silent.close()
  })
})
