import { type ProblemCode, problems } from '../../schemas/problem.ts'

/** A page as readers find it: in the sidebar, in the order of reading, and in `/llms.txt`. */
export interface SitePage {
  /** Below the docs, without a slash in front; empty for the landing page. */
  path: string
  name: string
  /** The Markdown that it is made of; pages of the reference are made of the contract instead. */
  file?: string
  /** Listed in the sidebar only while the reader is in its section. */
  isFolded?: true
}

export interface SiteSection {
  title: string
  pages: readonly SitePage[]
}

/** The pages in their order: the only list of them. @param tags of the contract's operations, each with a page of its own */
export function siteSections(tags: readonly string[]): SiteSection[] {
  return [
    {
      title: 'Start',
      pages: [
        { path: '', name: 'Overview', file: 'docs/README.md' },
        guide('getting-started', 'Getting started'),
        { path: 'jobs', name: 'Jobs', file: 'docs/jobs.md' },
      ],
    },
    {
      title: 'Read data',
      pages: [
        guide('rest', 'REST'),
        guide('connected-data', 'Connected data'),
        guide('exports', 'Exports'),
        guide('explorer', 'Explorer'),
        guide('typescript', 'TypeScript'),
        guide('python', 'Python and spreadsheets'),
        guide('mcp', 'MCP for agents'),
      ],
    },
    {
      title: 'Send data',
      pages: [
        guide('data-engineers', 'Data engineers'),
        guide('events', 'Events'),
        guide('kafka-connect', 'Kafka Connect'),
      ],
    },
    {
      title: 'Run the service',
      pages: [
        guide('operators', 'Operators'),
        guide('runbooks', 'Runbooks'),
        { path: 'operations/cli', name: 'Command line', file: 'docs/operations/cli.md' },
        { path: 'operations/audit', name: 'Audit trail', file: 'docs/operations/audit.md' },
        {
          path: 'operations/rotate-credentials',
          name: 'Rotate credentials',
          file: 'docs/operations/rotate-credentials.md',
        },
        { path: 'operations/downgrade', name: 'Earlier versions', file: 'docs/operations/downgrade.md' },
        { path: 'benchmarks', name: 'Benchmarks', file: 'docs/benchmarks.md' },
        { path: 'operations/capacity', name: 'Capacity', file: 'docs/operations/capacity.md' },
        { path: 'operations/proof', name: 'What is proven', file: 'docs/operations/proof.md' },
        { path: 'operations/software', name: 'Software that ships', file: 'docs/operations/software.md' },
      ],
    },
    {
      title: 'API reference',
      pages: [
        { path: 'reference', name: 'All operations' },
        ...tags.map((tag) => ({ path: pathOfTag(tag), name: tag })),
      ],
    },
    {
      title: 'Problems',
      pages: [
        { path: 'problems', name: 'All problems', file: 'docs/problems/README.md' },
        ...(Object.keys(problems) as ProblemCode[]).map(problemPage),
      ],
    },
    { title: 'Project', pages: [{ path: 'changelog', name: 'Changelog', file: 'CHANGELOG.md' }] },
  ]
}

/** Where the operations of a tag are described. */
export function pathOfTag(tag: string): string {
  return `reference/${tag.toLowerCase().replace(/\s+/g, '-')}`
}

function guide(path: string, name: string): SitePage {
  return { path, name, file: `docs/guides/${path}.md` }
}

function problemPage(code: ProblemCode): SitePage {
  return { path: `problems/${code}`, name: code, file: `docs/problems/${code}.md`, isFolded: true }
}
