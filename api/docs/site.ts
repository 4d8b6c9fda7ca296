import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ProblemCode, problems } from '../../schemas/problem.ts'
import { pathOfTag } from './reference/contract.ts'

const decisionsFolder = join(import.meta.dirname, '../../docs/adr')

/** A page in the sidebar, in reading order, and in `/llms.txt`. */
export interface SitePage {
  /**
   * Path below the docs, without a leading slash; empty for the landing page. A page that is written in Markdown has
   * the path of its file in `docs/`.
   */
  path: string
  name: string
  /** The Markdown that the page is made from; pages of operations are made from the contract instead. */
  file?: string
  /** Whether the sidebar lists the page only while the reader is in its section. */
  isFolded?: true
  /** Whether the name is a code, such as a problem code. */
  isCode?: true
}

export interface SiteSection {
  title: string
  pages: readonly SitePage[]
}

/**
 * The only list of all pages, in their order.
 * @param tags of the contract's operations, each with a page of its own
 */
export function siteSections(tags: readonly string[]): SiteSection[] {
  return [
    {
      title: 'Get started',
      pages: [
        { path: '', name: 'Overview', file: 'docs/README.md' },
        page('quickstart', 'Quickstart'),
        page('tutorials/track-bom-changes', 'Tutorial: Track BOM changes'),
        page('tutorials/connect-an-ai-client', 'Tutorial: Connect an AI client'),
        page('tutorials/send-your-first-events', 'Tutorial: Send your first events'),
        page('tutorials/import-a-table', 'Tutorial: Import a table'),
        page('tutorials/go-to-production', 'Tutorial: Go to production'),
        page('glossary', 'Glossary'),
      ],
    },
    {
      title: 'Concepts',
      pages: [
        page('concepts/how-it-works', 'How it works'),
        page('concepts/data-model', 'Data model and identity'),
        page('concepts/bom-snapshots', 'BOM snapshots and yields'),
        page('concepts/comparisons', 'How comparisons work'),
        page('concepts/material-requirements', 'Material requirements'),
        page('concepts/cross-system-data', 'Cross-system data and exceptions'),
        page('concepts/security', 'Security and data handling'),
        page('concepts/delivery-guarantees', 'Delivery guarantees'),
      ],
    },
    {
      title: 'Read data',
      pages: [
        page('read/recipes-for-planners', 'Recipes for planners'),
        page('read/recipes-for-agents', 'Recipes for AI agents'),
        page('read/recipes-for-data-teams', 'Recipes for data teams'),
        page('read/explorer', 'Explorer'),
        page('read/exports', 'Exports and Excel'),
        page('read/analyze-exports', 'Analyze exports'),
        page('read/python', 'Python'),
        page('read/typescript', 'TypeScript'),
        page('read/incremental-sync', 'Follow changes'),
        page('read/mcp-clients', 'MCP clients'),
        page('read/reduce-mcp-tokens', 'Reduce MCP tokens'),
      ],
    },
    {
      title: 'Send data',
      pages: [
        page('send/records', 'Send records'),
        page('send/publish-a-bom', 'Publish a BOM'),
        page('send/kafka-connect', 'Kafka Connect'),
        page('send/debezium', 'Debezium'),
        page('send/factories', 'Factories'),
        page('send/rejected-events', 'Fix rejected events'),
        page('send/corrections', 'Correct, delete, and backfill'),
        page('send/migrate-a-source', 'Move a type to another source'),
      ],
    },
    {
      title: 'Operate',
      pages: [
        page('operate/install', 'Install'),
        page('operate/organizations-and-tokens', 'Organizations and tokens'),
        page('operate/monitor', 'Monitor'),
        page('operate/runbooks', 'Runbooks'),
        page('operate/dead-letters', 'Dead letters and failed publications'),
        page('operate/check-and-repair', 'Check and repair'),
        page('operate/backup-and-restore', 'Back up and restore'),
        page('operate/copy-the-log', 'Copy the event log'),
        page('operate/upgrade', 'Upgrade'),
        page('operate/downgrade', 'Downgrade'),
        page('operate/rebuild', 'Rebuild'),
        page('operate/capacity', 'Scale and capacity'),
        page('operate/rotate-credentials', 'Rotate credentials'),
        page('operate/audit', 'Audit trail'),
      ],
    },
    {
      title: 'Reference',
      pages: [
        page('reference/introduction', 'Introduction'),
        page('reference/authentication', 'Authentication'),
        page('reference/pagination', 'Pagination'),
        page('reference/rate-limits', 'Rate limits'),
        page('reference/caching', 'Caching'),
        page('reference/versioning', 'Versioning'),
        page('reference/search-and-traversal', 'Search and traversal'),
        page('reference/ingestion-status', 'Ingestion status'),
        page('reference/export-files', 'Export files'),
        page('reference/mcp-tools', 'MCP tools'),
        page('reference/event-format', 'Event format'),
        page('reference/events', 'Event samples'),
        page('reference/import-mappings', 'Import mappings'),
        page('reference/exception-codes', 'Exception codes'),
        page('reference/relationship-types', 'Relationship types'),
        page('reference/lifecycle-states', 'Lifecycle states'),
        page('reference/cli', 'Command line'),
        page('reference/configuration', 'Configuration'),
        page('reference/metrics-and-alerts', 'Metrics and alerts'),
      ],
    },
    {
      title: 'API operations',
      pages: [
        { path: 'reference', name: 'All operations' },
        ...tags.map((tag) => ({ path: pathOfTag(tag), name: tag })),
      ],
    },
    {
      title: 'Error codes',
      pages: [
        { path: 'problems', name: 'All error codes', file: 'docs/problems/README.md' },
        ...(Object.keys(problems) as ProblemCode[]).map(problemPage),
      ],
    },
    {
      title: 'Project',
      pages: [
        { path: 'changelog', name: 'Changelog', file: 'CHANGELOG.md' },
        page('project/performance', 'Performance'),
        page('project/guarantees', 'Guarantees and testing'),
        page('project/software', 'Third-party software'),
      ],
    },
    {
      title: 'Architecture decisions',
      pages: [{ path: 'adr', name: 'All decisions', file: 'docs/adr/README.md' }, ...decisionPages()],
    },
  ]
}

function page(path: string, name: string): SitePage {
  return { path, name, file: `docs/${path}.md` }
}

function problemPage(code: ProblemCode): SitePage {
  return { ...page(`problems/${code}`, code), isFolded: true, isCode: true }
}

/** The architecture decisions in their order, named by the number and title in the first line of each file. */
function decisionPages(): SitePage[] {
  const files = readdirSync(decisionsFolder).filter((file) => /^\d{4}-.+\.md$/.test(file))
  return files.sort().map((file) => {
    const [heading = ''] = readFileSync(join(decisionsFolder, file), 'utf8').split('\n')
    return { ...page(`adr/${file.slice(0, -'.md'.length)}`, heading.replace(/^# /, '')), isFolded: true }
  })
}
