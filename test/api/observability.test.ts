import { expect } from 'chai'
import { operations } from '../../api/operations/index.ts'
import type { Graph } from '../../cypher/connect.ts'
import { startApi, type TestApi } from '../support/api/api.ts'
import { connectTestGraph } from '../support/graph/graph.ts'
import { echo, pending } from '../support/graph/probes.ts'
import { type IssuedToken, mintOrganization } from '../support/organization.ts'
import { until } from '../support/until.ts'

describe('logs, health checks, and metrics of the API', () => {
  let graph: Graph
  let api: TestApi
  let issued: IssuedToken

  before(async () => {
    graph = connectTestGraph()
    issued = await (await mintOrganization(graph)).issue()
    api = await startApi({ operations: [...operations, echo] })
  })

  after(async () => {
    await api.close()
    await graph.close()
  })

  it('have one log line per request, with its credential and operation', async () => {
    const answer = await api.get('/v1/echo?limit=0', issued.text)
    await answer.arrayBuffer()
    const requestId = answer.headers.get('X-Request-ID')
    const lines = api.logLines.filter((line) => line.requestId === requestId)
    expect(lines).to.have.length(1)
    expect(lines[0]).to.include({
      operationId: 'echo',
      method: 'GET',
      path: '/v1/echo',
      status: 400,
      code: 'invalid_request',
      credentialId: issued.credential.id,
      organization: issued.credential.organization,
    })
    expect(lines[0]?.durationMs).to.be.a('number')
    expect(lines[0]?.process).to.equal('api')
    expect(lines[0]?.time).to.match(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  })

  it('contain no token, search text, or cursor, in whichever part of a request these are', async () => {
    const { text } = issued
    const secrets = ['poplin', 'cursor-text', text, text.slice(-38)]
    await api.get(`/v1/entities?q=poplin&cursor=cursor-text`, text)
    await api.get(`/v1/entities?q=${text}`, text)
    await api.get(`/v1/entities/${text}`, text)
    await api.get(`/v9/${text}?token=${text}`, text, { Cookie: text, 'X-Correlation-ID': text, traceparent: text })
    await api.get('/v1/entities', `${text}x`)
    const seen = JSON.stringify([api.logLines, await api.audited()])
    for (const secret of secrets.slice(2)) expect(seen).not.to.include(secret)
    for (const secret of secrets) expect(JSON.stringify(api.logLines)).not.to.include(secret)
  })

  it('record a client that disconnects once, as client_closed, and not the result of its operation', async () => {
    const waiting = pending()
    const own = await startApi({ operations: [waiting.operation] })
    try {
      const hangUp = new AbortController()
      const asked = fetch(`${own.url}/v1/pending`, {
        headers: { Authorization: `Bearer ${issued.text}` },
        signal: hangUp.signal,
      })
      asked.catch(() => undefined)
      await waiting.entered
      hangUp.abort()
      const lineOf = () => own.logLines.find(({ operationId }) => operationId === 'pending')
      await until('its log line', () => lineOf() !== undefined)
      waiting.release()
      expect(lineOf()).to.include({ status: 499, code: 'client_closed', isAborted: true })
      // A second record of the first request would come before that of this one.
      await own.get('/v1/pending', issued.text)
      const records = (await own.audited()).map(({ operation, status, code, rows }) => [operation, status, code, rows])
      expect(records).to.deep.equal([
        ['pending', 499, 'client_closed', null],
        ['pending', 200, null, 1],
      ])
    } finally {
      await own.close()
    }
  })

  it('have no line above the level info after a successful request and a rejected one', async () => {
    await api.get('/v1/entities', issued.text)
    await api.get('/v1/entities/nothing', issued.text)
    expect(api.logLines.filter(({ level }) => Number(level) > 30)).to.deep.equal([])
  })

  it('report liveness and readiness without credentials, quota, or names of organizations', async () => {
    const before = (await api.get('/v1/echo', issued.text)).headers.get('RateLimit-Remaining')
    for (const path of ['/livez', '/readyz', '/metrics']) {
      const answer = await fetch(api.adminUrl + path)
      expect(answer.status, path).to.equal(200)
      expect(answer.headers.get('keep-alive'), path).to.equal('timeout=65')
      const text = await answer.text()
      expect(text).not.to.include(issued.credential.organization)
      expect(text).not.to.include(issued.credential.id)
    }
    const after = (await api.get('/v1/echo', issued.text)).headers.get('RateLimit-Remaining')
    expect(Number(after)).to.equal(Number(before) - 1)
    expect((await fetch(`${api.adminUrl}/v1/entities`)).status).to.equal(404)
    expect((await api.get('/metrics', issued.text)).status).to.equal(404)
  })

  it('measure requests by operation and by class of status', async () => {
    await api.get('/v1/echo', issued.text)
    await api.get('/v9', issued.text)
    const text = await (await fetch(`${api.adminUrl}/metrics`)).text()
    expect(text).to.match(/tda_http_request_duration_seconds_count\{operation="echo",status_class="2xx"\} [1-9]/)
    expect(text).to.match(/tda_http_request_duration_seconds_count\{operation="none",status_class="4xx"\} [1-9]/)
    expect(text).to.match(/tda_http_responses_total\{status="404",code="not_found"\} [1-9]/)
    expect(text).to.match(/^tda_graph_read_duration_seconds_count\{query="system\/findCredential"\} [1-9]/m)
    expect(text).to.match(/^tda_exports_waiting \d+$/m)
    expect(text).to.match(/^tda_ready 1$/m)
    expect(text).to.include('process_cpu_seconds_total')
    expect(text).to.include('tda_audit_spool_bytes')
  })

  it('count the requests of each organization if the settings say so, and none without a verified token', async () => {
    const own = await startApi({ operations: [echo], variables: { ORGANIZATION_METRICS: 'true' } })
    const other = await (await mintOrganization(graph)).issue()
    try {
      for (const path of ['/v1/echo', '/v1/echo?limit=0', '/v9']) await own.get(path, issued.text)
      await own.get('/v1/echo', other.text)
      await own.get('/v1/echo', `${other.text}x`)
      await own.get('/v1/echo')
      const text = await (await fetch(`${own.adminUrl}/metrics`)).text()
      const lines = text.split('\n').filter((line) => line.startsWith('tda_organization_requests_total'))
      const countOf = ({ credential }: IssuedToken, count: number) =>
        `tda_organization_requests_total{organization="${credential.organization}"} ${count}`
      expect(lines).to.have.members([countOf(issued, 3), countOf(other, 1)])
    } finally {
      await own.close()
    }
  })
})
