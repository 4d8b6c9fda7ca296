const WIDTH = 110

/** JSON as the pages format it: an object or list without nested ones is on one line if it fits. */
export function docJson(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const isList = Array.isArray(value)
  const entries = Object.entries(value)
  const name = (key: string) => (isList ? '' : `${JSON.stringify(key)}: `)
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }']
  const isFlat = entries.every(([, one]) => typeof one !== 'object' || one === null)
  const line = `${open}${entries.map(([key, one]) => name(key) + JSON.stringify(one)).join(', ')}${close}`
  if (entries.length === 0) return isList ? '[]' : '{}'
  if (isFlat && indent !== '' && indent.length + line.length < WIDTH) return line
  const inner = `${indent}  `
  const rows = entries.map(([key, one]) => `${inner}${name(key)}${docJson(one, inner)}`)
  return `${open.trim()}\n${rows.join(',\n')}\n${indent}${close.trim()}`
}
