/** Far beyond what an event or a request needs, and far below what exhausts the stack of code that walks through it. */
export const MAX_DEPTH = 64

/** Whether a JSON value has objects or lists nested more than so many levels deep; it is looked at no deeper than that. */
export function isDeeper(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((field) => isDeeper(field, levels - 1))
}
