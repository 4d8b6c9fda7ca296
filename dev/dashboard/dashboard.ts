import { type Panel, type Section, sections } from './panels.ts'

export const dashboardFile = 'deploy/grafana/tenant-data-api.json'

const datasource = { type: 'prometheus', uid: '$datasource' }
const [WIDTH, HEIGHT, COLUMNS] = [8, 8, 3]

/** The dashboard as Grafana imports it. */
export function dashboard() {
  return {
    uid: 'tenant-data-api',
    title: 'Tenant Data API',
    tags: ['tenant-data-api'],
    schemaVersion: 39,
    version: 1,
    editable: true,
    timezone: 'utc',
    time: { from: 'now-3h', to: 'now' },
    refresh: '30s',
    templating: { list: variables() },
    annotations: { list: [] },
    panels: placed(sections),
  }
}

function variables() {
  return [
    { name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus' },
    // Targets without the label installation count as one installation.
    {
      ...choice('installation', 'Installation', 'label_values(tda_build_info, installation)'),
      allValue: '.*',
    },
    choice('instance', 'Instance', 'label_values(tda_build_info{installation=~"$installation"}, instance)'),
  ]
}

function choice(name: string, label: string, query: string) {
  const all = { text: 'All', value: '$__all' }
  const asked = { query, refId: name }
  return {
    ...{ name, label, type: 'query', datasource, query: asked, refresh: 2, sort: 1 },
    ...{ multi: true, includeAll: true, current: all },
  }
}

/** Lays out the panels, three per row. */
function placed(all: readonly Section[]) {
  let [id, y] = [0, 0]
  return all.flatMap(({ title, panels }) => {
    const row = { id: ++id, type: 'row', title, collapsed: false, gridPos: { x: 0, y: y++, w: 24, h: 1 }, panels: [] }
    const shown = panels.map((panel, at) => {
      const gridPos = { x: (at % COLUMNS) * WIDTH, y: y + Math.floor(at / COLUMNS) * HEIGHT, w: WIDTH, h: HEIGHT }
      return { id: ++id, type: 'timeseries', gridPos, ...shownAs(panel) }
    })
    y += Math.ceil(panels.length / COLUMNS) * HEIGHT
    return [row, ...shown]
  })
}

function shownAs({ title, unit, series }: Panel) {
  const targets = series.map(([legendFormat, expr], at) => ({
    refId: String.fromCharCode('A'.charCodeAt(0) + at),
    datasource,
    expr,
    legendFormat,
  }))
  return {
    title,
    datasource,
    targets,
    fieldConfig: { defaults: { unit, min: 0, custom: { fillOpacity: 5 } }, overrides: [] },
    options: { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
  }
}
