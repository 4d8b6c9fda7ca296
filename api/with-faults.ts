import type { FaultyInput } from '../schemas/problem.ts'
import { ApiError } from './errors.ts'

/** Faults of the text of inputs say more than what the schema says of the same inputs. */
export function withFaults(error: unknown, faults: ReadonlyMap<string, FaultyInput>): unknown {
  if (!(error instanceof ApiError) || error.code !== 'invalid_request' || faults.size === 0) return error
  const others = (error.errors ?? []).filter(({ name }) => !faults.has(name.split('.', 1)[0] ?? name))
  const errors = [...faults.values(), ...others]
  const names = [...new Set(errors.map(({ name }) => name))]
  return new ApiError('invalid_request', { detail: `Not valid: ${names.join(', ').slice(0, 500)}.`, errors })
}
