import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { stringify } from 'yaml'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import {
  alertRules,
  prometheusFile,
  prometheusFolder,
  recordingRules,
} from '../../support/observability/alert-rules.ts'
import { unknownIn } from '../../support/observability/promql.ts'
import { nextToHealthy } from '../../support/observability/two-installations.ts'
import { run } from '../../support/processes/run.ts'
import { describeWith } from '../../support/with-programs.ts'

const rules = alertRules()
const names = rules.map(({ alert }) => alert)

describe('the alert rules', () => {
  it('use only metrics and labels that the processes expose', () => {
    expect([...rules, ...recordingRules()].flatMap(({ expr }) => unknownIn(expr))).to.deep.equal([])
  })

  it('are checked for metrics and labels that no process exposes', () => {
    expect(unknownIn('sum by (by, colour) (rate(tda_nothing_total[5m]))')).to.have.members([
      'tda_nothing_total',
      'by (by)',
      'by (colour)',
    ])
    expect(unknownIn('tda:errors:burn7d > 1')).to.deep.equal(['tda:errors:burn7d'])
    expect(unknownIn('tda_audit_failures_total{by="disk", colour=~"red"}')).to.deep.equal([
      'tda_audit_failures_total{colour}',
    ])
  })

  it('wait before they fire, and have a severity, a summary, a description and a runbook', () => {
    for (const { alert, for: duration, labels, annotations } of rules) {
      expect(duration, alert).to.match(/^[1-9]\d*[mh]$/)
      expect(labels.severity, alert).to.be.oneOf(['critical', 'warning'])
      expect(annotations, alert).to.have.all.keys('summary', 'description', 'runbook_url')
      const url = `{{ $externalLabels.docs_url }}/operate/runbooks#${alert.toLowerCase()}`
      expect(annotations.runbook_url, alert).to.equal(url)
    }
  })

  it('each have a runbook, in the same order, with the same parts', () => {
    const guide = readFileSync(join(projectFolder, 'docs/operate/runbooks.md'), 'utf8')
    const sections = guide.split(/^## /m).filter((section) => section.startsWith('Tda'))
    expect(sections.map((section) => section.split('\n')[0])).to.deep.equal(names)
    for (const section of sections) {
      const parts = [...section.matchAll(/^\*\*(.+?)\.\*\*/gm)].map(([, part]) => part)
      expect(parts, section.split('\n')[0]).to.deep.equal(['Symptoms', 'Confirm', 'Fix', 'Resolved when'])
    }
  })

  it('each have a test', () => {
    const tested = new Set(
      [...prometheusFile('alerts.test.yml').matchAll(/\{alertname="(\w+)"\}/g)].map(([, name]) => name),
    )
    expect([...tested].sort()).to.deep.equal([...names].sort())
  })
})

describeWith(['promtool'], 'promtool', () => {
  it('accepts the configuration, and each alert fires at its fault and not earlier', async () => {
    for (const args of [
      ['check', 'config', join(prometheusFolder, 'prometheus.yml')],
      ['test', 'rules', join(prometheusFolder, 'alerts.test.yml')],
    ]) {
      const { exitCode, output } = await run('promtool', args, {})
      expect(exitCode, output).to.equal(0)
    }
  })

  it('reports that each alert also fires next to a healthy installation, with the label of the affected one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tda-alerts-'))
    try {
      const file = join(folder, 'two-installations.json')
      const { tests, alerts } = nextToHealthy()
      expect(alerts).to.have.members(names)
      writeFileSync(file, stringify({ rule_files: [join(prometheusFolder, 'alerts.yml')], tests }))
      const { exitCode, output } = await run('promtool', ['test', 'rules', file], {})
      expect(exitCode, output).to.equal(0)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
