import type { Fault } from '../../../schemas/checking/check-value.ts'
import type { FaultyInput } from '../../../schemas/problem.ts'
import type { Operation } from '../operation.ts'

/**
 * Every fault of an input once, named as the caller named it. A REST input stands in the path, the query (GET) or the body
 * (POST); `place` names another place for all of them.
 */
export function faultsOf(
  operation: Pick<Operation, 'method' | 'path'>,
  faults: readonly Fault[],
  location?: FaultyInput['in'],
): FaultyInput[] {
  const found = faults.map(({ path, detail }): FaultyInput => {
    const first = String(path[0] ?? '')
    const where = location ?? locationInRequest(operation, first)
    // A repeated query parameter is one name, whichever of its values is wrong.
    const name = where === 'query' || where === 'path' ? first : path.map(String).join('.')
    return { in: where, name, detail }
  })
  return [...new Map(found.map((fault) => [JSON.stringify(fault), fault])).values()]
}

function locationInRequest({ method, path }: Pick<Operation, 'method' | 'path'>, name: string): FaultyInput['in'] {
  if (path.includes(`{${name}}`)) return 'path'
  return method === 'GET' ? 'query' : 'body'
}
