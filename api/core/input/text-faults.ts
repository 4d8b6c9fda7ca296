import { MAX_FAULTS } from '../../../schemas/checking/check-value.ts'
import type { FaultyInput } from '../../../schemas/problem.ts'
import { ApiError } from '../errors.ts'
import { invalidRequest } from './invalid-request.ts'

/**
 * What is wrong with the text of inputs where a schema cannot know it, by the name of the input. A request may have 100,000
 * faults: the first MAX_FAULTS are kept.
 */
export class TextFaults extends Map<string, FaultyInput> {
  get isFull(): boolean {
    return this.size >= MAX_FAULTS
  }

  override set(name: string, fault: FaultyInput): this {
    return !this.isFull || this.has(name) ? super.set(name, fault) : this
  }
}

/** Faults of the text of inputs say more than what the schema says of the same inputs. */
export function withFaults(error: unknown, faults: TextFaults): unknown {
  if (!(error instanceof ApiError) || error.code !== 'invalid_request' || faults.size === 0) return error
  const others = (error.errors ?? []).filter(({ name }) => !faults.has(rootOf(name)))
  return invalidRequest([...faults.values(), ...others])
}

function rootOf(name: string): string {
  return name.split('.', 1)[0] ?? name
}
