/**
 * Serializes JSON in the canonical form of RFC 8785: keys sorted by UTF-16 code units, no spaces, numbers as ECMAScript
 * formats them. Values that JSON cannot represent, such as `undefined` in an object, are left out.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  const sorted = fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${sorted.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
}
