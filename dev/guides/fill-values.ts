/**
 * A named value in the last comment of a page, one per line: `demo NAME: VALUE` is computed by the generator of the
 * demo, `answer NAME: VALUE` comes from the running service, and `own: VALUE, …` are examples of the reader's own
 * data.
 */
export interface NamedValue {
  from: 'demo' | 'answer' | 'own'
  name: string
  value: string
}

const COMMENT = /<!-- values\n([\s\S]*?)\n-->/
const LINE = /^(?:(demo|answer) (\w+)|(own)): (.+)$/

/** @throws Error for a line in another format */
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
 * Replaces the values of one kind in a page: wherever the page contains the old value, it gets the present one.
 * @throws Error for a name without a value
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
  // All values are replaced in one pass, so that none replaces the result of another.
  const longestFirst = [...changes.keys()].sort((one, other) => other.length - one.length)
  const former = new RegExp(longestFirst.map((value) => RegExp.escape(value)).join('|'), 'g')
  return markdown.replace(former, (value) => changes.get(value) ?? value)
}
