import type { z } from 'zod'
import type { FaultyInput } from '../schemas/problem.ts'
import type { Operation } from './operation.ts'

/**
 * Every fault of an input, named as the caller named it. A REST input stands in the path, the query (GET) or the body
 * (POST); `place` names another place for all of them.
 */
export function faultsOf(
  operation: Pick<Operation, 'method' | 'path'>,
  issues: readonly z.core.$ZodIssue[],
  place?: FaultyInput['in'],
): FaultyInput[] {
  const placeOf = (name: string) => place ?? placeInRequest(operation, name)
  return issues.flatMap((issue): FaultyInput[] => {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => {
        const name = [...issue.path, key].join('.')
        return { in: placeOf(name), name, detail: `is not a parameter of this operation` }
      })
    }
    const [first = ''] = issue.path
    const where = placeOf(String(first))
    // A repeated query parameter is one name, whichever of its values is wrong.
    const name = where === 'query' || where === 'path' ? String(first) : issue.path.join('.')
    return [{ in: where, name, detail: issue.message }]
  })
}

function placeInRequest({ method, path }: Pick<Operation, 'method' | 'path'>, name: string): FaultyInput['in'] {
  if (path.includes(`{${name}}`)) return 'path'
  return method === 'GET' ? 'query' : 'body'
}
