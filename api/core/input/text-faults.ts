import { MAX_FAULTS } from '../../../schemas/checking/check-value.ts'
import type { FaultyInput } from '../../../schemas/problem.ts'
import { ApiError } from '../errors.ts'
import { invalidRequest } from './invalid-request.ts'

/**
 * Faults of the undecoded text of inputs, which no schema can find, by the name of the input. A request may have
 * 100,000 of them, so only the first MAX_FAULTS are kept.
 */
export class TextFaults extends Map<string, FaultyInput> {
  get isFull(): boolean {
    return this.size >= MAX_FAULTS
  }

  override set(name: string, fault: FaultyInput): this {
    return !this.isFull || this.has(name) ? super.set(name, fault) : this
  }
}

/**
 * Replaces the schema's faults with those of the undecoded text for the same inputs, because these are more specific.
 */
export function withFaults(error: unknown, faults: TextFaults): unknown {
  if (!(error instanceof ApiError) || error.code !== 'invalid_request' || faults.size === 0) return error
  const others = (error.errors ?? []).filter(({ name }) => !faults.has(rootOf(name)))
  return invalidRequest([...faults.values(), ...others])
}

function rootOf(name: string): string {
  return name.split('.', 1)[0] ?? name
}
