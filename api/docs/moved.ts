/** Previous paths of pages below the docs, and the paths that replace them. */
export const moved: Readonly<Record<string, string>> = {
  'getting-started': 'quickstart',
  rest: 'reference/introduction',
  'connected-data': 'concepts/cross-system-data',
  exports: 'read/exports',
  explorer: 'read/explorer',
  typescript: 'read/typescript',
  python: 'read/python',
  mcp: 'read/mcp-clients',
  'data-engineers': 'send/records',
  events: 'reference/events',
  'kafka-connect': 'send/kafka-connect',
  operators: 'operate/install',
  runbooks: 'operate/runbooks',
  jobs: 'read/recipes-for-planners',
  'read/recipes': 'read/recipes-for-planners',
  'operations/cli': 'reference/cli',
  'operations/audit': 'operate/audit',
  'operations/rotate-credentials': 'operate/rotate-credentials',
  'operations/downgrade': 'operate/downgrade',
  'operations/capacity': 'operate/capacity',
  'operations/proof': 'project/guarantees',
  'operations/software': 'project/software',
  benchmarks: 'project/performance',
}

/**
 * Resolves a previous address of a page. It also resolves a path with a trailing slash, a path in the former folder
 * `guides/`, and the `README.md` of a folder.
 * @param path below the docs, without a leading slash
 * @param isServed whether a path below the docs is served
 * @returns a path below the docs, or null
 */
export function movedTo(path: string, isServed: (path: string) => boolean): string | null {
  const [, name = '', suffix = ''] = /^(.*?)(\.md)?$/.exec(path) ?? []
  const plain = name
    .replace(/\/$/, '')
    .replace(/^guides\//, '')
    .replace(/\/(?:README|index)$/, '')
  const target = Object.hasOwn(moved, plain) ? moved[plain] : plain
  if (target === undefined || `${target}${suffix}` === path) return null
  return isServed(`${target}${suffix}`) ? `${target}${suffix}` : null
}
