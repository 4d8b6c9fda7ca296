/** What does not make a request another one: pages of a list, and how long they are. */
const OF_PAGES = ['cursor', 'limit']

/** A placeholder of the docs, or an id in its place. */
const ID = /\{\w+\}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** A request as method, path and the names of what is given, without values, so that the docs and a test say the same. */
export function requestOf(method: string, path: string, names: readonly string[]): string {
  return withNames(
    `${method} ${path.replace(ID, '{}')}`,
    names.filter((name) => !OF_PAGES.includes(name)),
  )
}

/** A call of a tool in the same form. */
export function toolCallOf(tool: string, given: object): string {
  return withNames(
    tool,
    Object.keys(given).filter((name) => name !== 'cursor'),
  )
}

/** A command without its operands. */
export function commandOf(words: readonly string[]): string {
  return `tda ${words.filter((word) => !/[{/]/.test(word)).join(' ')}`
}

function withNames(call: string, names: readonly string[]): string {
  return [call, ...[...new Set(names)].sort()].join(' ')
}
