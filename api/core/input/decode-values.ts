import type { TextFaults } from './text-faults.ts'

/** Stands for what cannot be decoded: no schema accepts it, and none takes it for an absent value. */
export const UNDECODABLE = Symbol('undecodable')

/** Libraries leave a member of this name out, because to assign it changes an object: it must be told before they do. */
const PROTOTYPE = '__proto__'

/**
 * JSON values as inputs, nested no deeper than MAX_DEPTH. A lone surrogate, which JSON can carry as an escape, is not text and
 * cannot be stored: it becomes UNDECODABLE, with a fault under the name of its root. So does an object with a member
 * `__proto__`, which no input has, and all that is behind the last fault that is kept.
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
