import { Command, InvalidArgumentError, Option } from 'commander'
import { type ExceptionCode, exceptionCodes } from '../../schemas/materials/exceptions.ts'
import { commandContext } from '../command-context.ts'
import { type ExplainedInput, explainException, listExceptions, type OperatorsException } from '../exceptions.ts'
import { findOrganization, listOrganizations } from '../organizations.ts'
import type { Terminal } from '../output/terminal.ts'
import { withExamples } from '../with-examples.ts'

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

/** `tda exceptions`: where systems disagree, and what that is based on. */
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
    .option('--limit <number>', 'Maximum number of exceptions per organization, from 1 to 9999.', limit, 100)
    .action(async (options: ListOptions, command: Command) => {
      const { reading, list } = commandContext(terminal, command)
      await reading(async (graph) => {
        const all = options.organization
          ? [await findOrganization(graph, options.organization)]
          : await listOrganizations(graph)
        const found: OperatorsException[] = []
        const filters = { status: options.status, code: options.code ?? null, limit: options.limit }
        for (const { key } of all) found.push(...(await listExceptions(graph, key, filters)))
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

/** What the line above shows already. */
const hidden: ReadonlySet<string> = new Set(['positionId', 'requirementId', 'system', 'instance', 'source', 'id'])

function limit(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be an integer from 1 to 9999.')
  return Number(text)
}
