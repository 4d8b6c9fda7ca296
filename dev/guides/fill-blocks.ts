import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { projectFolder } from '../runtime/folders.ts'
import { noticeSamples, otherSamples, publicationSamples, recordSamples } from './samples.ts'
import { alertTable } from './tables/alert-table.ts'
import {
  environmentTable,
  exceptionSections,
  fieldTable,
  lifecycleTables,
  metricsTable,
  problemTable,
  relationshipTable,
} from './tables/contract-tables.ts'
import { bomEventTable, eventTable } from './tables/event-table.ts'
import { exportColumnTable } from './tables/export-column-table.ts'
import { importCellTable, importInputTable, importMappingTable } from './tables/import-tables.ts'
import { licenceTable } from './tables/licence-table.ts'
import { mcpFieldsTable, mcpToolTable } from './tables/mcp-tool-table.ts'
import { notRunTable } from './tables/not-run-table.ts'

const tables: Readonly<Record<string, () => string | Promise<string>>> = {
  alerts: alertTable,
  'bom-events': bomEventTable,
  environment: environmentTable,
  events: eventTable,
  'exception-codes': exceptionSections,
  'export-columns': exportColumnTable,
  fields: fieldTable,
  'import-cells': importCellTable,
  'import-input': importInputTable,
  'import-mapping': importMappingTable,
  licences: licenceTable,
  'mcp-fields': mcpFieldsTable,
  'mcp-tools': mcpToolTable,
  'lifecycle-states': lifecycleTables,
  metrics: metricsTable,
  'not-run': notRunTable,
  problems: problemTable,
  relationships: relationshipTable,
  'notice-samples': noticeSamples,
  'other-samples': otherSamples,
  'publication-samples': publicationSamples,
  'record-samples': recordSamples,
}

const languages: Readonly<Record<string, string>> = {
  '.ts': 'ts',
  '.py': 'python',
  '.sh': 'sh',
  '.json': 'json',
  '.ndjson': 'json',
  '.sql': 'sql',
  '.properties': 'properties',
  '.yaml': 'yaml',
}

const BLOCK = /(<!-- begin (\S+) -->)[\s\S]*?(<!-- end -->)/g

/**
 * Regenerates the blocks of a Markdown text, so that tables and examples match the code. The content between
 * `<!-- begin NAME -->` and `<!-- end -->` is a generated table, or the file NAME of docs/examples.
 * @throws Error if NAME is neither
 */
export async function fillBlocks(markdown: string): Promise<string> {
  const names = [...markdown.matchAll(BLOCK)].map(([, , name = '']) => name)
  const contents = new Map(await Promise.all(names.map(async (name) => [name, await contentOf(name)] as const)))
  return markdown.replace(BLOCK, (_, begin: string, name: string, end: string) => {
    return `${begin}\n\n${contents.get(name)}\n\n${end}`
  })
}

async function contentOf(name: string): Promise<string> {
  const table = tables[name]
  return table ? table() : example(name)
}

function example(name: string): string {
  const language = languages[extname(name)]
  if (language === undefined) throw new Error(`There is no block ${name}`)
  const text = readFileSync(join(projectFolder, 'docs/examples', name), 'utf8').trimEnd()
  return `\`\`\`${language}\n${text}\n\`\`\``
}
