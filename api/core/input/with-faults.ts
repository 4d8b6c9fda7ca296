import { ApiError } from '../errors.ts'
import { invalidRequest } from './invalid-request.ts'
import type { TextFaults } from './text-faults.ts'

/** Faults of the text of inputs say more than what the schema says of the same inputs. */
export function withFaults(error: unknown, faults: TextFaults): unknown {
  if (!(error instanceof ApiError) || error.code !== 'invalid_request' || faults.size === 0) return error
  const others = (error.errors ?? []).filter(({ name }) => !faults.has(rootOf(name)))
  return invalidRequest([...faults.values(), ...others])
}

function rootOf(name: string): string {
  return name.split('.', 1)[0] ?? name
}
