/** Parameters of pagination, which do not make a different request. */
const OF_PAGES = ['cursor', 'limit']

/** A placeholder in the docs, or an ID in its place. */
const ID = /\{\w+\}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** A request as method, path, and names of parameters without values, which is equal in the docs and in a test. */
export function requestOf(method: string, path: string, names: readonly string[]): string {
  return withNames(
    `${method} ${path.replace(ID, '{}')}`,
    names.filter((name) => !OF_PAGES.includes(name)),
  )
}

/** The call of a tool, as its name and the names of its arguments. */
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
