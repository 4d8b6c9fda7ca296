import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { parse } from 'yaml'
import { parseEnvironment } from '../../schemas/environment.ts'
import { installPython } from '../support/install-python.ts'
import { run } from '../support/processes/run.ts'
import { describeWith } from '../support/with-programs.ts'
import { chart, helm, KUBERNETES, least, most, type Rendered } from './chart.ts'

const template = ['template', 'tda']

/** Kinds of the Prometheus operator, which Kubernetes does not know. */
const foreign = new Set(['PodMonitor', 'PrometheusRule'])

describeWith(['helm', 'python3'], 'the Helm chart', () => {
  let objects: Rendered[]
  let full: Rendered[]
  before(async () => {
    const rendered = await Promise.all([helm(template, least), helm(template, most)])
    for (const { exitCode, output } of rendered) expect(exitCode, output).to.equal(0)
    ;[objects = [], full = []] = rendered.map((one) => one.objects)
  })

  const of = (kind: string, name: string, from = objects): Rendered => {
    const found = from.find((one) => one.kind === kind && one.metadata.name === name)
    if (!found) throw new Error(`There is no ${kind} ${name}`)
    return found
  }
  const podsOf = (from: Rendered[]) =>
    [of('StatefulSet', 'tda-api', from), of('Deployment', 'tda-projector', from)].map(({ spec }) => spec.template)
  const settingsOf = (from: Rendered[]) => of('ConfigMap', 'tda-settings', from).data as Record<string, string>

  it('has no fault that helm lint finds', async () => {
    for (const values of [least, most]) {
      const { exitCode, output } = await helm(['lint', '--strict'], values)
      expect(exitCode, output).to.equal(0)
    }
  })

  it(`is what Kubernetes ${KUBERNETES} takes, without a field that it does not know`, async () => {
    const programs = await installPython('kubernetes-validate-1.37.0', ['kubernetes-validate==1.37.0'])
    const folder = mkdtempSync(join(tmpdir(), 'tda-helm-'))
    try {
      for (const [index, from] of [objects, full].entries()) {
        const file = join(folder, `${index}.yaml`)
        const known = from.filter(({ kind }) => !foreign.has(kind))
        writeFileSync(file, known.map((one) => `---\n${JSON.stringify(one)}\n`).join(''))
        const args = ['--strict', '--kubernetes-version', KUBERNETES, file]
        const { exitCode, output } = await run(join(programs, 'kubernetes-validate'), args, {})
        expect(exitCode, output).to.equal(0)
        expect(output.match(/^INFO .* passed/gm) ?? [], output).to.have.length(known.length)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  for (const [what, values, told] of [
    ['a setting that does not exist', { ...least, settings: { ...least.settings, DRAIN_MSS: 1 } }, /DRAIN_MSS/],
    ['a secret among the settings', { ...least, settings: { ...least.settings, CURSOR_KEYS: 'k' } }, /CURSOR_KEYS/],
    ['a value that does not exist', { ...least, api: { replica: 3 } }, /replica/],
    ['no address of the graph', { ...least, settings: { ...least.settings, NEO4J_URI: null } }, /NEO4J_URI/],
    ['no Secret', { ...least, secretName: '' }, /secretName names the Secret/],
    ['no image', { ...least, image: {} }, /image\.repository names the image/],
    [
      'several APIs that do not see the same files',
      { ...least, settings: { ...least.settings, EXPORTS_S3_BUCKET: '' } },
      /EXPORTS_S3_BUCKET or exports\.existingClaim/,
    ],
  ] as const) {
    it(`is refused with ${what}`, async () => {
      const { exitCode, output } = await helm(template, values)
      expect(exitCode).to.equal(1)
      expect(output).to.match(told)
    })
  }

  it('gives the processes settings that they take, whole numbers whole', () => {
    for (const from of [objects, full]) {
      const environment = parseEnvironment(settingsOf(from))
      expect(Object.keys(environment)).to.include.members(Object.keys(settingsOf(from)))
    }
    expect(settingsOf(full)).to.include({
      AUDIT_SPOOL_MAX: '2147483648',
      DRAIN_MS: '20000',
      KAFKA_SSL: 'true',
      TRUST_PROXY: '1',
    })
    expect(settingsOf(objects)).to.include({ DRAIN_MS: '10000', EXPORTS_S3_BUCKET: 'exports' })
  })

  it('takes secrets from the Secret alone', () => {
    for (const { spec } of podsOf(full)) {
      const [container] = spec.containers
      expect(container.env).to.equal(undefined)
      expect(container.envFrom).to.deep.equal([
        { configMapRef: { name: 'tda-settings' } },
        { secretRef: { name: 'tenant-data-api' } },
      ])
    }
    expect(full.map(({ kind }) => kind)).not.to.include('Secret')
  })

  it('ends pods no sooner than they drain and close, and asks no server when it asks whether they live', () => {
    const graces = [podsOf(objects), podsOf(full)].map((pods) =>
      pods.map(({ spec }) => spec.terminationGracePeriodSeconds),
    )
    expect(graces).to.deep.equal([
      [25, 25],
      [35, 35],
    ])
    for (const { spec } of podsOf(objects)) {
      const [{ livenessProbe, readinessProbe, startupProbe }] = spec.containers
      expect([livenessProbe, startupProbe, readinessProbe].map(({ httpGet }) => httpGet)).to.deep.equal([
        { path: '/livez', port: 'admin' },
        { path: '/livez', port: 'admin' },
        { path: '/readyz', port: 'admin' },
      ])
    }
  })

  it('runs pods without rights, on a root that is read only, within bounds', () => {
    for (const { spec } of podsOf(objects)) {
      expect(spec.automountServiceAccountToken).to.equal(false)
      expect(spec.securityContext).to.include({ runAsNonRoot: true, runAsUser: 1000 })
      const [{ securityContext, resources }] = spec.containers
      expect(securityContext).to.deep.equal({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(resources).to.have.nested.property('limits.memory')
      expect(resources).to.have.nested.property('requests.cpu')
    }
  })

  it('keeps audit records on a disk that outlives the pod, where the API writes them', () => {
    const { spec } = of('StatefulSet', 'tda-api')
    const [claim] = spec.volumeClaimTemplates
    const mount = spec.template.spec.containers[0].volumeMounts.find(
      ({ name }: { name: string }) => name === claim.metadata.name,
    )
    expect(settingsOf(objects).AUDIT_SPOOL?.startsWith(`${mount.mountPath}/`)).to.equal(true)
    expect(claim.spec.resources.requests.storage).to.equal('2Gi')
  })

  it('ends the projectors of a version before those of the next begin', () => {
    expect(of('Deployment', 'tda-projector').spec.strategy).to.deep.equal({ type: 'Recreate' })
  })

  it('disturbs one pod of each kind at a time, and selects just its own', () => {
    for (const [component, kind] of [
      ['api', 'StatefulSet'],
      ['projector', 'Deployment'],
    ] as const) {
      const { spec } = of('PodDisruptionBudget', `tda-${component}`)
      const owner = of(kind, `tda-${component}`)
      expect(spec.maxUnavailable).to.equal(1)
      expect(spec.selector).to.deep.equal(owner.spec.selector)
      expect(owner.spec.template.metadata.labels).to.include(spec.selector.matchLabels)
      expect(spec.selector.matchLabels['app.kubernetes.io/component']).to.equal(component)
    }
  })

  it('lets nobody at health and metrics unless it is told whom', () => {
    const ingressOf = (component: string, from: Rendered[]) =>
      of('NetworkPolicy', `tda-${component}`, from).spec.ingress
    expect(ingressOf('api', objects)).to.deep.equal([{ ports: [{ port: 'http' }] }])
    expect(ingressOf('projector', objects)).to.equal(undefined)
    expect(of('NetworkPolicy', 'tda-projector').spec.policyTypes).to.deep.equal(['Ingress'])
    const { callers, monitoring } = most.networkPolicy
    expect(ingressOf('api', full)).to.deep.equal([
      { ports: [{ port: 'http' }], from: callers },
      { ports: [{ port: 'admin' }], from: monitoring },
    ])
    expect(ingressOf('projector', full)).to.deep.equal([{ ports: [{ port: 'admin' }], from: monitoring }])
  })

  it('has the alarms as they are tested, and the jobs by the names that they know', () => {
    const alerts = parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8'))
    expect(of('PrometheusRule', 'tda-alarms', full).spec).to.deep.equal(alerts)
    const jobs = full
      .filter(({ kind }) => kind === 'PodMonitor')
      .map(({ spec }) => spec.podMetricsEndpoints[0].relabelings)
    expect(jobs).to.deep.equal([
      [{ targetLabel: 'job', replacement: 'tda-api' }],
      [{ targetLabel: 'job', replacement: 'tda-projector' }],
    ])
  })

  it('replaces pods when a setting changes', async () => {
    const changed = await helm(template, { ...least, settings: { ...least.settings, LOG_LEVEL: 'debug' } })
    const checksums = [objects, changed.objects].map((from) =>
      podsOf(from).map(({ metadata }) => metadata.annotations['checksum/settings']),
    )
    expect(checksums[0]).not.to.deep.equal(checksums[1])
  })

  it('is of the version of the service', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8')).appVersion).to.equal(version)
  })
})
