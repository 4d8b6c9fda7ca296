/**
 * What a page takes from elsewhere stands in its last comment, a line each: `demo NAME: VALUE` is told by the demo's
 * generator, `answer NAME: VALUE` by the running service, and `own: VALUE, …` are examples of the reader's own data.
 */
export interface NamedValue {
  from: 'demo' | 'answer' | 'own'
  name: string
  value: string
}

const COMMENT = /<!-- values\n([\s\S]*?)\n-->/
const LINE = /^(?:(demo|answer) (\w+)|(own)): (.+)$/

/** @throws Error for a line that says nothing known */
export function valuesOf(markdown: string): NamedValue[] {
  const [, text] = COMMENT.exec(markdown) ?? []
  if (text === undefined) return []
  return text.split('\n').flatMap((line): NamedValue[] => {
    const [, from, name = '', own, value = ''] = LINE.exec(line) ?? []
    if (own) return value.split(', ').map((one) => ({ from: 'own', name: '', value: one }))
    if (from !== 'demo' && from !== 'answer') throw new Error(`Not a value: ${line}`)
    return [{ from, name, value }]
  })
}

/**
 * The page with the values of one kind as they are now: wherever the page has the former one, it gets the present one.
 * @throws Error for a name that nothing is known by
 */
export function fillValues(markdown: string, from: 'demo' | 'answer', present: ReadonlyMap<string, string>): string {
  const changes = new Map<string, string>()
  for (const one of valuesOf(markdown)) {
    if (one.from !== from) continue
    const value = present.get(one.name)
    if (value === undefined) throw new Error(`There is no value ${one.name}`)
    if (value !== one.value) changes.set(one.value, value)
  }
  if (changes.size === 0) return markdown
  // All at once, so that what one change wrote is not taken by another.
  const longestFirst = [...changes.keys()].sort((one, other) => other.length - one.length)
  const former = new RegExp(longestFirst.map((value) => RegExp.escape(value)).join('|'), 'g')
  return markdown.replace(former, (value) => changes.get(value) ?? value)
}
