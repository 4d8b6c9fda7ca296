import { Command, Option } from 'commander'
import type { Graph } from '../../cypher/connect.ts'
import { getInputDocuments } from '../../cypher/exceptions/facts.ts'
import {
  anyException,
  findExceptions,
  listExceptions,
  listExceptionsOfCode,
} from '../../cypher/materials/read-materials.ts'
import {
  type ExceptionCode,
  type ExceptionInput,
  exceptionCodes,
  type PositionException,
} from '../../schemas/materials/exceptions.ts'
import { OPEN } from '../../schemas/stored/bom.ts'
import { storedException } from '../../schemas/stored/connected-data.ts'
import { anyDocument } from '../../schemas/stored/stored-document.ts'
import { commandContext, integerTo, withExamples } from '../command-context.ts'
import { findOrganization, selectOrganizations } from '../organizations.ts'
import type { Terminal } from '../output/terminal.ts'

/** `tda exceptions`: lists exceptions, and explains them by the records that they are based on. */
export function exceptionsCommand(terminal: Terminal): Command {
  const exceptions = new Command('exceptions').description(
    'List and explain exceptions: places where source systems disagree.',
  )
  const list = exceptions
    .command('list')
    .description('List exceptions, sorted by ID.')
    .option('--organization <key>', 'Only exceptions of this organization. Default: all organizations.')
    .addOption(
      new Option('--status <status>', 'Only exceptions with this status.')
        .choices(['open', 'resolved'])
        .default('open'),
    )
    .addOption(new Option('--code <code>', 'Only exceptions with this code.').choices(exceptionCodes))
    .option('--limit <number>', 'Maximum number of exceptions per organization, from 1 to 9999.', integerTo(9999), 100)
    .action(async (options: ListOptions, command: Command) => {
      const { reading, list } = commandContext(terminal, command)
      await reading(async (graph) => {
        const found: OperatorsException[] = []
        for (const { key } of await selectOrganizations(graph, options.organization))
          found.push(...(await exceptionsOf(graph, key, options)))
        await list(found, columns)
        if (found.length === 0) terminal.tell(`No ${options.status} exceptions found.`)
      })
    })
  const explain = exceptions
    .command('explain')
    .description('Show the records that an exception is based on, with their values and since when they have them.')
    .argument('<exceptionId>', 'ID of the exception, from `tda exceptions list`.')
    .requiredOption('--organization <key>', 'Organization of the exception.')
    .action(async (exceptionId: string, options: { organization: string }, command: Command) => {
      const { reading, print } = commandContext(terminal, command)
      await reading(async (graph) => {
        const { key } = await findOrganization(graph, options.organization)
        const exception = await explainException(graph, key, exceptionId)
        await print(exception, textOf(exception))
      })
    })
  withExamples(list, 'tda exceptions list --organization quillmere --code QUANTITY_MISMATCH')
  withExamples(explain, 'tda exceptions explain 3f2b8c1e-5d0a-5b7e-9c64-1a2b3c4d5e6f --organization quillmere')
  return withExamples(exceptions, 'tda exceptions list --status resolved --limit 20')
}

interface ListOptions {
  organization?: string
  status: 'open' | 'resolved'
  code?: ExceptionCode
  limit: number
}

/** A stored exception as operators see it, with its base severity. */
type OperatorsException = PositionException & { organization: string }

/** Returns the exceptions of an organization, sorted by ID, at most `limit`. */
async function exceptionsOf(
  graph: Graph,
  organization: string,
  { status, code, limit }: ListOptions,
): Promise<OperatorsException[]> {
  const page = { status, after: '', limit, ...anyException }
  const rows =
    code === undefined
      ? await graph.read(listExceptions, organization, page)
      : await graph.read(listExceptionsOfCode, organization, { ...page, code })
  return rows.map(({ doc }) => ({ organization, ...storedException.read(doc) }))
}

/** An input with the current values of its record; null if the record is no longer stored. */
type ExplainedInput = ExceptionInput & { says: Record<string, unknown> | null }

/**
 * Returns an exception with the records that it is based on.
 * @throws Error when the organization has no such exception
 */
async function explainException(
  graph: Graph,
  organization: string,
  exceptionId: string,
): Promise<Omit<OperatorsException, 'inputs'> & { inputs: ExplainedInput[] }> {
  const [row] = await graph.read(findExceptions, organization, { ids: [exceptionId] })
  if (!row)
    throw new Error(
      `${organization} has no exception ${exceptionId}. Run \`tda exceptions list\` to see its exceptions`,
    )
  const exception = storedException.read(row.doc)
  const ids = exception.inputs.map(({ id }) => id)
  const documents = await graph.read(getInputDocuments, organization, { ids, open: OPEN })
  const fields = new Map(documents.map(({ id, doc }) => [id, withoutRaw(anyDocument.read(doc))]))
  const inputs = exception.inputs.map((input) => ({ ...input, says: fields.get(input.id) ?? null }))
  return { organization, ...exception, inputs }
}

/** Returns the values of a record without its raw data. */
function withoutRaw({ raw: _raw, ...fields }: Record<string, unknown>): Record<string, unknown> {
  return fields
}

const columns = ({ organization, exceptionId, code, severity, material, factory, ...rest }: OperatorsException) => ({
  organization,
  exceptionId,
  code,
  severity,
  material: material?.code,
  factory: factory?.code,
  observed: rest.observed,
  expected: rest.expected,
  firstSeenAt: rest.firstSeenAt,
  lastSeenAt: rest.lastSeenAt,
})

function textOf({ inputs, ...exception }: Awaited<ReturnType<typeof explainException>>): string[] {
  const { code, status, severity, material, factory, observed, expected, uom } = exception
  const { firstSeenAt, lastSeenAt, recommendedAction } = exception
  const endpoints = [material?.code, factory?.code].filter((one) => one !== undefined).join(' at ')
  const amounts = [observed && `observed ${observed}`, expected && `expected ${expected}`, uom].filter(Boolean)
  return [
    `${code} of ${endpoints} (${status}, ${severity})`,
    ...(amounts.length > 0 ? [amounts.join(', ')] : []),
    `first seen ${firstSeenAt}, last seen ${lastSeenAt}`,
    recommendedAction,
    ...inputs.flatMap(inputText),
  ]
}

function inputText({ kind, system, instance, recordId, recordVersion, observedAt, says }: ExplainedInput): string[] {
  const source = [system, instance, recordId].filter((part) => part !== null && part !== '').join('/')
  const version = recordVersion === null ? '' : `, version ${recordVersion}`
  const values = Object.entries(says ?? {}).filter(([name, value]) => value !== null && !hidden.has(name))
  return [
    '',
    `${kind} ${source}${version}: unchanged since ${observedAt}`,
    ...values.map(([name, value]) => `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
  ]
}

/** Fields that are left out, because the line above contains them. */
const hidden: ReadonlySet<string> = new Set(['positionId', 'requirementId', 'system', 'instance', 'source', 'id'])
