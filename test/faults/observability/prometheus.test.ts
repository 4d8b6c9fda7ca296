import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { dashboard } from '../../../dev/dashboard/dashboard.ts'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { type ApiProcess, startApiProcess } from '../../support/api/api-process.ts'
import { supplierOf } from '../../support/events/source-event.ts'
import { alertRules, recordingRules } from '../../support/observability/alert-rules.ts'
import { expressionsOf } from '../../support/observability/dashboard-expressions.ts'
import { startPrometheus, type TestPrometheus } from '../../support/observability/prometheus.ts'
import { mintOrganization } from '../../support/organization.ts'
import { freePort } from '../../support/processes/free-port.ts'
import { type Installation, openInstallation } from '../../support/processes/projector.ts'
import type { ProjectorProcess } from '../../support/processes/projector-process.ts'
import { until } from '../../support/until.ts'
import { describeWith } from '../../support/with-programs.ts'

describeWith(['prometheus'], 'a Prometheus with the rules that operators load', () => {
  let installation: Installation
  let projector: ProjectorProcess
  let api: ApiProcess
  let prometheus: TestPrometheus

  before(async () => {
    installation = await openInstallation({ ORGANIZATION_METRICS: 'true' })
    projector = await installation.start()
    await projector.untilReady()
    api = await startApiProcess(installation.settings)
    const token = (await (await mintOrganization(installation.graph)).issue()).text
    const answer = await fetch(`${api.url}/v1/entity-types`, { headers: { Authorization: `Bearer ${token}` } })
    expect(answer.status).to.equal(200)
    await installation.feed([supplierOf('S-1', 1)])
    await installation.caughtUp()
    // The other installation is completely down: nothing listens on the addresses of its processes.
    prometheus = await startPrometheus({
      'tda-api': { here: [new URL(api.adminUrl).host], away: [`127.0.0.1:${await freePort()}`] },
      'tda-projector': {
        here: [`127.0.0.1:${await projector.adminPort()}`],
        away: [`127.0.0.1:${await freePort()}`],
      },
    })
  })

  after(async () => {
    await prometheus?.stop()
    api?.kill('SIGKILL')
    await api?.exited
    await installation?.close()
  })

  /** Critical alerts of the running installation. Alerts on latency depend on the machine, but are only warnings. */
  async function critical() {
    return (await prometheus.firing()).filter(
      ({ labels }) => labels.severity === 'critical' && labels.installation !== 'away',
    )
  }

  it('scrapes exactly the metrics that the docs list', async () => {
    const guide = readFileSync(join(projectFolder, 'docs/reference/metrics-and-alerts.md'), 'utf8')
    const documented = [...guide.matchAll(/^\| `(tda_\w+)` \| (API|projector|both) \|/gm)].map(
      ([, name, exposedBy]) => [name, exposedBy],
    )
    const texts = {
      API: await (await fetch(`${api.adminUrl}/metrics`)).text(),
      projector: await projector.metricsText(),
    }
    for (const [process, text] of Object.entries(texts)) {
      const exposed = [...text.matchAll(/^# TYPE (tda_\w+) /gm)].map(([, name]) => name)
      const own = documented
        .filter(([, exposedBy]) => exposedBy === process || exposedBy === 'both')
        .map(([name]) => name)
      expect(exposed, process).to.have.members(own)
    }
  })

  it('can evaluate every rule, and has no critical alert while both run', async () => {
    await until('the first scrapes', async () => (await prometheus.count('tda_ready == 1')) === 2)
    const names = [...alertRules().map(({ alert }) => alert), ...recordingRules().map(({ record }) => record)]
    const health = await until('the rules', async () => {
      const rules = await prometheus.rules()
      return ![...rules.values()].includes('unknown') && rules
    })
    expect(Object.fromEntries(health)).to.deep.equal(Object.fromEntries(names.map((name) => [name, 'ok'])))
    await until('no alert', async () => (await critical()).length === 0)
  })

  it('names the installation that is completely down while the other one runs', async () => {
    const named = await until('both alerts', async () => {
      const away = (await prometheus.firing()).filter(({ labels }) => labels.installation === 'away')
      const down = away.filter(({ labels }) => labels.severity === 'critical')
      return down.length >= 2 && down
    })
    expect(named.map(({ labels, annotations }) => [labels.alertname, annotations.summary])).to.have.deep.members([
      ['TdaApiDown', 'No API process of away is ready'],
      ['TdaProjectorDown', 'No projector of away is ready'],
    ])
    expect(await critical()).to.deep.equal([])
  })

  it('draws every panel of the dashboard', async () => {
    const expressions = expressionsOf(dashboard(), '1m')
    let empty: string[] = []
    await until(
      'a series in each panel',
      async () => {
        const counts = await Promise.all(expressions.map(({ expr }) => prometheus.count(expr)))
        empty = expressions.filter((_, at) => counts[at] === 0).map(({ title, expr }) => `${title}: ${expr}`)
        return empty.length === 0
      },
      60_000,
    ).catch((error) => {
      throw new Error(`Nothing to draw: ${empty.join('\n')}`, { cause: error })
    })
  })

  it('raises only the alert of the missing projector when the only projector ends', async () => {
    projector.signal('SIGTERM')
    await projector.ended
    const [alert] = await until('the alert', async () => {
      const alerts = await critical()
      return alerts.length > 0 && alerts
    })
    expect(alert?.labels).to.include({ alertname: 'TdaProjectorDown', installation: 'here' })
    expect(alert?.annotations.runbook_url).to.equal('http://localhost:8080/docs/operate/runbooks#tdaprojectordown')
    expect(await critical()).to.have.length(1)
  })

  it('ends the alert of the missing projector when a projector runs again', async () => {
    projector = await installation.start({ PROJECTOR_ADMIN_PORT: String(await projector.adminPort()) })
    await projector.untilReady()
    await until('no alert', async () => (await critical()).length === 0)
  })
})
