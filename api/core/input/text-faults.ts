import { MAX_FAULTS } from '../../../schemas/checking/check-value.ts'
import type { FaultyInput } from '../../../schemas/problem.ts'

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
