import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { stringify } from 'yaml'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { alertRules, prometheusFile, prometheusFolder } from '../../support/observability/alert-rules.ts'
import { unknownIn } from '../../support/observability/promql.ts'
import { besideHealthy } from '../../support/observability/two-installations.ts'
import { run } from '../../support/processes/run.ts'
import { describeWith } from '../../support/with-programs.ts'

const rules = alertRules()
const names = rules.map(({ alert }) => alert)

describe('the alarms', () => {
  it('ask for metrics and labels that the processes expose', () => {
    expect(rules.flatMap(({ expr }) => unknownIn(expr))).to.deep.equal([])
  })

  it('would be found out: the check sees what nobody exposes', () => {
    expect(unknownIn('sum by (by, colour) (rate(tda_nothing_total[5m]))')).to.have.members([
      'tda_nothing_total',
      'by (by)',
      'by (colour)',
    ])
    expect(unknownIn('tda_audit_failures_total{by="disk", colour=~"red"}')).to.deep.equal([
      'tda_audit_failures_total{colour}',
    ])
  })

  it('wait before they fire, and say how bad it is, what it means and what to read', () => {
    for (const { alert, for: duration, labels, annotations } of rules) {
      expect(duration, alert).to.match(/^[1-9]\d*[mh]$/)
      expect(labels.severity, alert).to.be.oneOf(['critical', 'warning'])
      expect(annotations, alert).to.have.all.keys('summary', 'description', 'runbook_url')
      const url = `{{ $externalLabels.docs_url }}/operate/runbooks#${alert.toLowerCase()}`
      expect(annotations.runbook_url, alert).to.equal(url)
    }
  })

  it('have a runbook each, in their order, with the same parts', () => {
    const guide = readFileSync(join(projectFolder, 'docs/operate/runbooks.md'), 'utf8')
    const sections = guide.split(/^## /m).filter((section) => section.startsWith('Tda'))
    expect(sections.map((section) => section.split('\n')[0])).to.deep.equal(names)
    for (const section of sections) {
      const parts = [...section.matchAll(/^\*\*(.+?)\.\*\*/gm)].map(([, part]) => part)
      expect(parts, section.split('\n')[0]).to.deep.equal(['What users see', 'Confirm', 'Do', 'Over'])
    }
  })

  it('are tested each', () => {
    const tested = new Set(
      [...prometheusFile('alerts.test.yml').matchAll(/\{alertname="(\w+)"\}/g)].map(([, name]) => name),
    )
    expect([...tested].sort()).to.deep.equal([...names].sort())
  })
})

describeWith(['promtool'], 'promtool', () => {
  it('finds the configuration whole, and that each alarm fires when it should and not before', async () => {
    for (const args of [
      ['check', 'config', join(prometheusFolder, 'prometheus.yml')],
      ['test', 'rules', join(prometheusFolder, 'alerts.test.yml')],
    ]) {
      const { exitCode, output } = await run('promtool', args, {})
      expect(exitCode, output).to.equal(0)
    }
  })

  it('finds that each alarm also fires beside a healthy installation, and carries the label of the one at fault', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tda-alarms-'))
    try {
      const file = join(folder, 'two-installations.json')
      const { tests, alarms } = besideHealthy()
      expect(alarms).to.have.members(names)
      writeFileSync(file, stringify({ rule_files: [join(prometheusFolder, 'alerts.yml')], tests }))
      const { exitCode, output } = await run('promtool', ['test', 'rules', file], {})
      expect(exitCode, output).to.equal(0)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
