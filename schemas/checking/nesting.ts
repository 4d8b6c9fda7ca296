/**
 * The deepest nesting that is accepted. It is far more than any event or request needs, and far less than what
 * overflows the stack of recursive code.
 */
export const MAX_DEPTH = 64

/**
 * Whether a JSON value has objects or lists that are nested more than `levels` deep. It does not descend further than
 * that.
 */
export function isDeeper(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((field) => isDeeper(field, levels - 1))
}
