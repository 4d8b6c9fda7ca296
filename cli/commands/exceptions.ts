import { Command, InvalidArgumentError, Option } from 'commander'
import { type ExceptionCode, exceptionCodes } from '../../schemas/materials/exceptions.ts'
import { commandContext } from '../command-context.ts'
import { type ExplainedInput, explainException, listExceptions, type OperatorsException } from '../exceptions.ts'
import { findOrganization, listOrganizations } from '../organizations.ts'
import type { Terminal } from '../output/terminal.ts'

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

/** `tda exceptions`: where systems disagree, and why that is said. */
export function exceptionsCommand(terminal: Terminal): Command {
  const exceptions = new Command('exceptions').description('list where systems disagree, and explain it')
  exceptions
    .command('list')
    .description('list exceptions by id')
    .option('--organization <key>', 'of one organization; default all')
    .addOption(new Option('--status <status>').choices(['open', 'resolved']).default('open'))
    .addOption(new Option('--code <code>').choices(exceptionCodes))
    .option('--limit <number>', 'of each organization', limit, 100)
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
        if (found.length === 0) terminal.tell(`No exception is ${options.status}.`)
      })
    })
  exceptions
    .command('explain <exceptionId>')
    .description('show the records that an exception rests on, what they say, and since when')
    .requiredOption('--organization <key>', 'whose exception it is')
    .action(async (exceptionId: string, options: { organization: string }, command: Command) => {
      const { reading, print } = commandContext(terminal, command)
      await reading(async (graph) => {
        const { key } = await findOrganization(graph, options.organization)
        const exception = await explainException(graph, key, exceptionId)
        await print(exception, textOf(exception))
      })
    })
  return exceptions
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
    `${kind} ${source}${version}: says so since ${observedAt}`,
    ...values.map(([name, value]) => `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`),
  ]
}

/** What the line above says already. */
const hidden: ReadonlySet<string> = new Set(['positionId', 'requirementId', 'system', 'instance', 'source', 'id'])

function limit(text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new InvalidArgumentError('It must be an integer from 1 to 9999.')
  return Number(text)
}
