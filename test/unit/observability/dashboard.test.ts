import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { dashboard, dashboardFile } from '../../../dev/dashboard/dashboard.ts'
import { projectFolder } from '../../../dev/runtime/folders.ts'
import { expressionsOf } from '../../support/observability/dashboard-expressions.ts'
import { unknownIn } from '../../support/observability/promql.ts'
import { run } from '../../support/processes/run.ts'
import { describeWith } from '../../support/with-programs.ts'

const stored: ReturnType<typeof dashboard> = JSON.parse(readFileSync(join(projectFolder, dashboardFile), 'utf8'))
const { panels } = stored

describe('the dashboard', () => {
  it('is up to date with its panels (node dev/dashboard/write-dashboard.ts)', () => {
    expect(stored).to.deep.equal(dashboard())
  })

  it('queries only metrics and labels that the processes expose', () => {
    const expressions = expressionsOf(stored)
    expect(expressions.length).to.be.at.least(20)
    expect(expressions.flatMap(({ expr }) => unknownIn(expr))).to.deep.equal([])
  })

  it('has unique IDs and titles, and queries in each panel', () => {
    expect(stored.title).to.not.equal('')
    expect(stored.schemaVersion).to.be.a('number')
    expect(new Set(panels.map(({ id }) => id)).size).to.equal(panels.length)
    expect(new Set(panels.map(({ title }) => title)).size).to.equal(panels.length)
    for (const panel of panels) {
      expect(panel.title).to.match(/^\S/)
      if (!('targets' in panel)) continue
      expect(panel.targets, panel.title).to.not.be.empty
      const refIds = panel.targets.map(({ refId }) => refId)
      expect(new Set(refIds).size, panel.title).to.equal(refIds.length)
    }
  })

  it('places panels on the grid without overlaps', () => {
    const taken = new Set<string>()
    for (const { title, gridPos } of panels) {
      const { x, y, w, h } = gridPos
      expect(x >= 0 && x + w <= 24 && w > 0 && h > 0, title).to.equal(true)
      for (let cell = 0; cell < w * h; cell += 1) {
        const place = `${x + (cell % w)}/${y + Math.floor(cell / w)}`
        expect(taken.has(place), `${title} at ${place}`).to.equal(false)
        taken.add(place)
      }
    }
  })

  it('uses only variables that it defines', () => {
    const variables = stored.templating.list.map(({ name }) => name)
    const own = ['__rate_interval', '__all']
    const named = [...JSON.stringify(stored).matchAll(/\$(\w+)/g)].map(([, name = '']) => name)
    expect(variables).to.include.members(['installation', 'instance'])
    expect([...new Set(named)].filter((name) => ![...variables, ...own].includes(name))).to.deep.equal([])
  })
})

describeWith(['promtool'], 'promtool, of the dashboard', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'tda-promtool-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  it('can parse each expression', async () => {
    const rules = expressionsOf(stored).map(({ expr }, at) => ({ record: `panel:${at}`, expr }))
    const file = join(folder, 'rules.json')
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    const { exitCode, output } = await run('promtool', ['check', 'rules', file], {})
    expect(exitCode, output).to.equal(0)
    expect(output).to.include(`${rules.length} rules found`)
  })

  it('computes a share of 5xx without the requests that were rejected during a rebuild', async () => {
    const panel = expressionsOf(stored).find(({ title }) => title === 'Share of 5xx')
    const responses = (status: number, code: string, values: string) => ({
      series: `tda_http_responses_total{status="${status}", code="${code}", job="tda-api", instance="a"}`,
      values,
    })
    const test = {
      interval: '1m',
      input_series: [
        responses(503, 'rebuilding', '0+600x20'),
        responses(200, 'none', '0+15x20'),
        responses(500, 'internal_error', '0+5x20'),
      ],
      promql_expr_test: [
        { expr: panel?.expr, eval_time: '10m', exp_samples: [{ labels: '{job="tda-api"}', value: 0.25 }] },
      ],
    }
    const file = join(folder, 'share.json')
    writeFileSync(file, JSON.stringify({ tests: [test] }))
    const { exitCode, output } = await run('promtool', ['test', 'rules', file], {})
    expect(exitCode, output).to.equal(0)
  })
})
