import type { TextFaults } from './text-faults.ts'

/**
 * Replaces a value that cannot be decoded. No schema accepts it, and unlike `undefined` it does not count as absent.
 */
export const UNDECODABLE = Symbol('undecodable')

/**
 * Zod drops a member of this name, because assigning it would change the prototype. It must be rejected before that.
 */
const PROTOTYPE = '__proto__'

/**
 * Decodes JSON values, nested no deeper than MAX_DEPTH, as inputs. A string with a lone surrogate, which JSON can
 * contain as an escape, cannot be stored. It becomes UNDECODABLE and is added to `faults` under the name of its
 * top-level input. So is an object with a member `__proto__`. When `faults` is full, all further values become
 * UNDECODABLE.
 */
export function decodeValues(
  values: Readonly<Record<string, unknown>>,
  faults: TextFaults,
  location: 'body' | 'argument',
): Record<string, unknown> {
  const decoded: Record<string, unknown> = Object.create(null)
  for (const name of Object.keys(values)) {
    if (faults.isFull) break
    decoded[name] = decodeValue(name, name, values[name])
  }
  return decoded

  function decodeValue(name: string, root: string, value: unknown): unknown {
    if (faults.isFull) return UNDECODABLE
    if (typeof value === 'string') {
      if (value.isWellFormed()) return value
      faults.set(root, { in: location, name, detail: 'contains half of a surrogate pair' })
      return UNDECODABLE
    }
    if (Array.isArray(value)) return value.map((item, index) => decodeValue(`${name}.${index}`, root, item))
    if (!isRecord(value)) return value
    if (Object.hasOwn(value, PROTOTYPE)) {
      faults.set(root, { in: location, name: `${name}.${PROTOTYPE}`, detail: 'is not a field' })
      return UNDECODABLE
    }
    const entries = Object.entries(value)
    return Object.fromEntries(entries.map(([key, item]) => [key, decodeValue(`${name}.${key}`, root, item)]))
  }
}

/** Whether a JSON value is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
