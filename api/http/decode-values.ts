import type { FaultyInput } from '../../schemas/problem.ts'

/** Stands for what cannot be decoded: no schema accepts it. */
export const UNDECODABLE = null

/**
 * JSON values as inputs. A lone surrogate, which JSON can carry as an escape, is not text and cannot be stored: it becomes
 * UNDECODABLE, with a fault under the name of its root.
 */
export function decodeValues(
  values: Readonly<Record<string, unknown>>,
  faults: Map<string, FaultyInput>,
  location: 'body' | 'argument',
): Record<string, unknown> {
  const decoded: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(values)) decoded[name] = decodeValue(name, name, value)
  return decoded

  function decodeValue(name: string, root: string, value: unknown): unknown {
    if (typeof value === 'string') {
      if (value.isWellFormed()) return value
      faults.set(root, { in: location, name, detail: 'holds half of a surrogate pair' })
      return UNDECODABLE
    }
    if (Array.isArray(value)) return value.map((item, index) => decodeValue(`${name}.${index}`, root, item))
    if (!isRecord(value)) return value
    const entries = Object.entries(value)
    return Object.fromEntries(entries.map(([key, item]) => [key, decodeValue(`${name}.${key}`, root, item)]))
  }
}

/** Whether a JSON value is an object. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
