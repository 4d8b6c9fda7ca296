import type { FaultyInput } from '../../schemas/problem.ts'
import { ApiError } from '../errors.ts'
import { invalidRequest } from '../invalid-request.ts'

/** Faults of the text of inputs say more than what the schema says of the same inputs. */
export function withFaults(error: unknown, faults: ReadonlyMap<string, FaultyInput>): unknown {
  if (!(error instanceof ApiError) || error.code !== 'invalid_request' || faults.size === 0) return error
  const others = (error.errors ?? []).filter(({ name }) => !faults.has(name.split('.', 1)[0] ?? name))
  return invalidRequest([...faults.values(), ...others])
}
