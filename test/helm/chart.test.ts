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

/** Kinds of the Prometheus operator, for which Kubernetes has no schema. */
const foreign = new Set(['PodMonitor', 'PrometheusRule'])

describeWith(['helm', 'python3'], 'the Helm chart', () => {
  let objects: Rendered[]
  let full: Rendered[]
  before(async () => {
    const rendered = await Promise.all([helm(template, least), helm(template, most)])
    for (const { exitCode, output } of rendered) expect(exitCode, output).to.equal(0)
    ;[objects = [], full = []] = rendered.map((one) => one.objects)
  })

  const objectOf = (kind: string, name: string, from = objects): Rendered => {
    const found = from.find((one) => one.kind === kind && one.metadata.name === name)
    if (!found) throw new Error(`There is no ${kind} ${name}`)
    return found
  }
  const podsOf = (from: Rendered[]) =>
    [objectOf('StatefulSet', 'tda-api', from), objectOf('Deployment', 'tda-projector', from)].map(
      ({ spec }) => spec.template,
    )
  const settingsOf = (from: Rendered[]) => objectOf('ConfigMap', 'tda-settings', from).data as Record<string, string>

  it('passes helm lint', async () => {
    for (const values of [least, most]) {
      const { exitCode, output } = await helm(['lint', '--strict'], values)
      expect(exitCode, output).to.equal(0)
    }
  })

  it(`is valid for Kubernetes ${KUBERNETES}, without unknown fields`, async () => {
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
    [
      'two bundles of authorities',
      { ...least, caBundle: { configMapName: 'authorities', secretName: 'authorities' } },
      /caBundle names a ConfigMap or a Secret, not both/,
    ],
    ['no brokers', { ...least, settings: { ...least.settings, KAFKA_BROKERS: [] } }, /KAFKA_BROKERS/],
    [
      'a list where there is one value',
      { ...least, settings: { ...least.settings, LOG_LEVEL: ['info'] } },
      /LOG_LEVEL/,
    ],
    ['no image', { ...least, image: {} }, /image\.repository names the image/],
    [
      'several APIs that do not see the same files',
      { ...least, settings: { ...least.settings, EXPORTS_S3_BUCKET: '' } },
      /EXPORTS_S3_BUCKET or exports\.existingClaim/,
    ],
  ] as const) {
    it(`is rejected with ${what}`, async () => {
      const { exitCode, output } = await helm(template, values)
      expect(exitCode).to.equal(1)
      expect(output).to.match(told)
    })
  }

  it('gives the processes valid settings, with integers in full', () => {
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

  it('reads secrets only from the Secret', () => {
    for (const { spec } of podsOf(full)) {
      const [container] = spec.containers
      expect(JSON.stringify(container.env)).not.to.match(/PASSWORD|KEY|SECRET|REDIS_URL/)
      expect(container.envFrom).to.deep.equal([
        { configMapRef: { name: 'tda-settings' } },
        { secretRef: { name: 'tenant-data-api' } },
      ])
    }
    expect(full.map(({ kind }) => kind)).not.to.include('Secret')
  })

  it('gives pods time to drain and close, and uses liveness probes that depend on no server', () => {
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

  it('runs pods without privileges, on a read-only root file system, with limits', () => {
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

  it('keeps the audit spool of the API on a volume that outlives the pod', () => {
    const { spec } = objectOf('StatefulSet', 'tda-api')
    const [claim] = spec.volumeClaimTemplates
    const mount = spec.template.spec.containers[0].volumeMounts.find(
      ({ name }: { name: string }) => name === claim.metadata.name,
    )
    expect(settingsOf(objects).AUDIT_SPOOL?.startsWith(`${mount.mountPath}/`)).to.equal(true)
    expect(claim.spec.resources.requests.storage).to.equal('2Gi')
  })

  it('stops the projectors of one version before those of the next version start', () => {
    expect(objectOf('Deployment', 'tda-projector').spec.strategy).to.deep.equal({ type: 'Recreate' })
  })

  it('disrupts one pod of each kind at a time, and selects only its own pods', () => {
    for (const [component, kind] of [
      ['api', 'StatefulSet'],
      ['projector', 'Deployment'],
    ] as const) {
      const { spec } = objectOf('PodDisruptionBudget', `tda-${component}`)
      const owner = objectOf(kind, `tda-${component}`)
      expect(spec.maxUnavailable).to.equal(1)
      expect(spec.selector).to.deep.equal(owner.spec.selector)
      expect(owner.spec.template.metadata.labels).to.include(spec.selector.matchLabels)
      expect(spec.selector.matchLabels['app.kubernetes.io/component']).to.equal(component)
    }
  })

  it('allows access to health and metrics only from listed peers', () => {
    const ingressOf = (component: string, from: Rendered[]) =>
      objectOf('NetworkPolicy', `tda-${component}`, from).spec.ingress
    expect(ingressOf('api', objects)).to.deep.equal([{ ports: [{ port: 'http' }] }])
    expect(ingressOf('projector', objects)).to.equal(undefined)
    expect(objectOf('NetworkPolicy', 'tda-projector').spec.policyTypes).to.deep.equal(['Ingress'])
    const { callers, monitoring } = most.networkPolicy
    expect(ingressOf('api', full)).to.deep.equal([
      { ports: [{ port: 'http' }], from: callers },
      { ports: [{ port: 'admin' }], from: monitoring },
    ])
    expect(ingressOf('projector', full)).to.deep.equal([{ ports: [{ port: 'admin' }], from: monitoring }])
  })

  it('contains the tested alerts, and names the scrape jobs as these alerts do', () => {
    const alerts = parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8'))
    expect(objectOf('PrometheusRule', 'tda-alerts', full).spec).to.deep.equal(alerts)
    const jobs = full
      .filter(({ kind }) => kind === 'PodMonitor')
      .map(({ spec }) => spec.podMetricsEndpoints[0].relabelings)
    expect(jobs).to.deep.equal([
      [
        { targetLabel: 'job', replacement: 'tda-api' },
        { targetLabel: 'installation', replacement: 'eu-west' },
      ],
      [
        { targetLabel: 'job', replacement: 'tda-projector' },
        { targetLabel: 'installation', replacement: 'eu-west' },
      ],
    ])
  })

  it('gives two installations without a name different labels', async () => {
    const labels = await Promise.all(
      ['east', 'west'].map(async (namespace) => {
        const watched = { ...least, monitoring: { podMonitor: true } }
        const { objects } = await helm([...template, '--namespace', namespace], watched)
        const monitors = objects.filter(({ kind }) => kind === 'PodMonitor')
        return monitors.map(({ spec }) => spec.podMetricsEndpoints[0].relabelings[1].replacement)
      }),
    )
    expect(labels).to.deep.equal([
      ['east/tda', 'east/tda'],
      ['west/tda', 'west/tda'],
    ])
  })

  it('takes several brokers as a list, also from the command line, and every other list', async () => {
    const lists = ['DATA_REGIONS', 'CORS_ORIGINS', 'MCP_ALLOWED_HOSTS', 'MCP_TOOLSETS', 'TRUST_PROXY']
    const brokers = ['--set', 'settings.KAFKA_BROKERS={kafka-1:9093,kafka-2:9093}']
    const others = lists.flatMap((name) => ['--set', `settings.${name}={one,two}`])
    const { exitCode, output, objects } = await helm(template, least, [...brokers, ...others])
    expect(exitCode, output).to.equal(0)
    expect(settingsOf(objects)).to.include({
      KAFKA_BROKERS: 'kafka-1:9093,kafka-2:9093',
      ...Object.fromEntries(lists.map((name) => [name, 'one,two'])),
    })
    const json = await helm(template, least, ['--set-json', 'settings.KAFKA_BROKERS=["kafka-1:9093"]'])
    expect(settingsOf(json.objects).KAFKA_BROKERS).to.equal('kafka-1:9093')
  })

  it('makes the processes trust private certificate authorities from a ConfigMap or a Secret', async () => {
    const secret = await helm(template, { ...least, caBundle: { secretName: 'authorities' } })
    for (const [from, source] of [
      [full, { configMap: { name: 'authorities', items: [{ key: 'root.pem', path: 'ca.crt' }] } }],
      [secret.objects, { secret: { secretName: 'authorities', items: [{ key: 'ca.crt', path: 'ca.crt' }] } }],
    ] as const) {
      for (const { spec } of podsOf(from)) {
        const [{ env, volumeMounts }] = spec.containers
        expect(env).to.deep.include({ name: 'NODE_EXTRA_CA_CERTS', value: '/etc/tda/authorities/ca.crt' })
        expect(volumeMounts).to.deep.include({
          name: 'authorities',
          mountPath: '/etc/tda/authorities',
          readOnly: true,
        })
        expect(spec.volumes).to.deep.include({ name: 'authorities', ...source })
      }
    }
    for (const { spec } of podsOf(objects)) {
      expect(JSON.stringify(spec)).not.to.match(/authorities|NODE_EXTRA_CA_CERTS/)
    }
  })

  it('adds volumes, variables and priorities to both kinds of pods', () => {
    for (const { spec } of podsOf(full)) {
      const [{ env, volumeMounts }] = spec.containers
      expect(env).to.deep.include(most.extraEnv[0])
      expect(volumeMounts).to.deep.include(most.extraVolumeMounts[0])
      expect(spec.volumes).to.deep.include(most.extraVolumes[0])
    }
    expect(podsOf(full).map(({ spec }) => spec.priorityClassName)).to.deep.equal(['serving', 'projecting'])
  })

  it('runs backups as a job with the same settings, and only if they are enabled', async () => {
    expect(objects.filter(({ kind }) => kind === 'CronJob')).to.deep.equal([])
    const { schedule, jobTemplate } = objectOf('CronJob', 'tda-backup', full).spec
    const { spec } = jobTemplate.spec.template
    const [{ command, envFrom, volumeMounts, startupProbe }] = spec.containers
    const [api] = podsOf(full)
    expect(schedule).to.equal('17 * * * *')
    expect(command).to.deep.equal(['node', 'cli/tda.ts', 'backup', 'create', '--to', '/backups', '--keep', '48'])
    expect(envFrom).to.deep.equal(api.spec.containers[0].envFrom)
    expect(volumeMounts).to.deep.include({ name: 'backups', mountPath: '/backups' })
    expect(spec.volumes).to.deep.include({ name: 'backups', persistentVolumeClaim: { claimName: 'backups' } })
    expect(spec.nodeSelector).to.deep.equal({ pool: 'jobs' })
    expect(startupProbe).to.equal(undefined)
    const { exitCode, output } = await helm(template, { ...least, backup: { enabled: true } })
    expect(exitCode).not.to.equal(0)
    expect(output).to.contain('backup.existingClaim names the volume claim for backups')
  })

  it('replaces pods when the version of the Secret is changed in the values', async () => {
    const changed = await helm(template, { ...most, secretVersion: '4712' })
    const annotations = [full, changed.objects].map((from) =>
      podsOf(from).map(({ metadata }) => metadata.annotations['tenant-data-api/secret-version']),
    )
    expect(annotations).to.deep.equal([
      ['4711', '4711'],
      ['4712', '4712'],
    ])
  })

  it('replaces pods when a setting changes', async () => {
    const changed = await helm(template, { ...least, settings: { ...least.settings, LOG_LEVEL: 'debug' } })
    const checksums = [objects, changed.objects].map((from) =>
      podsOf(from).map(({ metadata }) => metadata.annotations['checksum/settings']),
    )
    expect(checksums[0]).not.to.deep.equal(checksums[1])
  })

  it('has the version of the service', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(parse(readFileSync(join(chart, 'Chart.yaml'), 'utf8')).appVersion).to.equal(version)
  })
})
