import { hash } from 'node:crypto'
import { expect } from 'chai'
import { assertContract } from '../api/contract.ts'
import { until } from '../until.ts'
import { requestOf } from './calls.ts'
import type { CostCounter } from './cost.ts'

/** A list is a parameter that is repeated. */
type Query = Record<string, string | readonly string[]>

/** A REST client with a token, which counts its requests. */
export interface RestClient {
  /** The body of a response. */
  get<T>(path: string, query?: Query): Promise<T>
  /** All rows of a list, which count as one request. */
  all<T>(path: string, query?: Query): Promise<T[]>
  post<T>(path: string, body: object): Promise<T>
  /** A file, requested until it exists and verified by its `ETag`, which counts as one request. */
  file(path: string): Promise<string>
}

interface Page<T> {
  data: T[]
  links: { next: string | null }
}

export function createRestClient(url: string, token: string, cost: CostCounter): RestClient {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }

  async function get<T>(path: string, query: Query = {}): Promise<T> {
    const answer = await fetch(`${url}${path}?${parametersOf(query)}`, { headers })
    const body = await answer.clone().text()
    const { cursor: _cursor, ...list } = query
    cost.add(requestOf('GET', path, Object.keys(query)), `GET ${path} ${JSON.stringify(list)}`, body)
    await assertContract(answer)
    expect(answer.status, body).to.equal(200)
    return JSON.parse(body)
  }

  return {
    get,
    async all<T>(path: string, query: Query = {}) {
      const rows: T[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Page<T> = await get(path, { ...query, limit: '1000', ...(cursor ? { cursor } : {}) })
        rows.push(...page.data)
        cursor = page.links.next
      }
      return rows
    },
    async post<T>(path: string, given: object) {
      const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(given) })
      const body = await answer.text()
      cost.add(requestOf('POST', path, Object.keys(given)), `POST ${path} ${body}`, body)
      expect(answer.status, body).to.equal(200)
      return JSON.parse(body) as T
    },
    async file(path) {
      const answer = await until('the file is there', async () => {
        const one = await fetch(url + path, { headers })
        if (one.status === 409) cost.add(requestOf('GET', path, []), path, await one.text())
        return one.status !== 409 && one
      })
      const body = await answer.text()
      cost.add(requestOf('GET', path, []), path, body)
      expect(answer.status, body).to.equal(200)
      expect(answer.headers.get('ETag')).to.contain(hash('sha256', body))
      return body
    },
  }
}

function parametersOf(query: Query): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, given] of Object.entries(query)) {
    for (const value of [given].flat()) parameters.append(name, value)
  }
  return parameters
}
