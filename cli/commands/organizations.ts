import { Command } from 'commander'
import type { Organization } from '../../schemas/credentials.ts'
import { commandContext, withExamples } from '../command-context.ts'
import * as organizations from '../organizations.ts'
import type { Terminal } from '../output/terminal.ts'
import { purgeCommand } from '../purge/purge-command.ts'

/** `tda organizations`: creates, lists, and changes organizations. */
export function organizationsCommand(terminal: Terminal): Command {
  const group = new Command('organizations')
    .description('Create, list, suspend, resume, and purge organizations.')
    .addCommand(createCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(suspendCommand(terminal))
    .addCommand(resumeCommand(terminal))
    .addCommand(allowSourceCommand(terminal))
    .addCommand(setCommand(terminal))
    .addCommand(purgeCommand(terminal))
  return withExamples(group, 'tda organizations list')
}

function createCommand(terminal: Terminal): Command {
  const create = new Command('create')
    .description('Create an organization. Fails if the key already exists.')
    .argument('<key>', 'Key of the organization: 3 to 32 characters from a to z and 0 to 9, starting with a to z.')
    .requiredOption('--name <name>', 'Display name of the organization, from 1 to 255 characters.')
    .action(async (key: string, { name }: { name: string }, command: Command) => {
      const { changing, print } = commandContext(terminal, command)
      const created = await changing('organizations create', async (graph, record) => {
        const organization = await organizations.createOrganization(graph, { key, name, now: terminal.now() })
        record({ organization: key, parameters: { name } })
        return organization
      })
      terminal.tell(`Created organization ${key}.`)
      await print(created)
    })
  return withExamples(create, 'tda organizations create quillmere --name Quillmere')
}

const columns = ({ key, name, createdAt, suspendedAt, allowedSources, maxShrink, quota }: Organization) => ({
  key,
  name,
  createdAt,
  suspendedAt,
  sources: allowedSources ?? 'any',
  maxShrink: maxShrink === null ? 'none' : `${maxShrink} %`,
  quota: quota ?? 'none',
})

function listCommand(terminal: Terminal): Command {
  const command = new Command('list')
    .description('List all organizations.')
    .action(async (_options: object, command: Command) => {
      const { reading, list } = commandContext(terminal, command)
      await list(await reading(organizations.listOrganizations), columns)
    })
  return withExamples(command, 'tda organizations list --json')
}

function suspendCommand(terminal: Terminal): Command {
  const suspend = new Command('suspend')
    .description('Block all tokens of an organization, within 5 seconds. Its data is still updated.')
    .argument('<key>', 'Key of the organization.')
    .action(async (key: string, _options: object, command: Command) => {
      const { changing, print } = commandContext(terminal, command)
      const suspended = await changing('organizations suspend', async (graph, record) => {
        const organization = await organizations.suspendOrganization(graph, { key, now: terminal.now() })
        record({ organization: key })
        return organization
      })
      terminal.tell(`Organization ${key} has been suspended since ${suspended.suspendedAt}.`)
      await print(suspended)
    })
  return withExamples(suspend, 'tda organizations suspend quillmere')
}

function resumeCommand(terminal: Terminal): Command {
  const resume = new Command('resume')
    .description('End the suspension of an organization. Its tokens work again.')
    .argument('<key>', 'Key of the organization.')
    .action(async (key: string, _options: object, command: Command) => {
      const { changing, print } = commandContext(terminal, command)
      const resumed = await changing('organizations resume', async (graph, record) => {
        const organization = await organizations.resumeOrganization(graph, { key })
        record({ organization: key })
        return organization
      })
      terminal.tell(`Organization ${key} is not suspended.`)
      await print(resumed)
    })
  return withExamples(resume, 'tda organizations resume quillmere')
}

function allowSourceCommand(terminal: Terminal): Command {
  const allow = new Command('allow-source')
    .description(
      'Set the sources that an organization accepts. Events from other sources are rejected as dead letters.',
    )
    .argument('<key>', 'Key of the organization.')
    .argument('[source...]', 'Sources to accept, each as /{system}/{instance}, for example /plm/main.')
    .option('--any', 'Accept every source. This is the default of a new organization.')
    .action(async (key: string, given: string[], { any = false }: { any?: boolean }, command: Command) => {
      if (any === given.length > 0) throw new Error('Name the sources to accept, or use --any to accept every source')
      const { changing, print } = commandContext(terminal, command)
      const sources = any ? null : given
      const changed = await changing('organizations allow-source', async (graph, record) => {
        const organization = await organizations.allowSources(graph, { key, sources })
        record({ organization: key, parameters: { sources } })
        return organization
      })
      terminal.tell(`Organization ${key} accepts ${changed.allowedSources?.join(', ') ?? 'every source'}.`)
      await print(changed)
    })
  return withExamples(
    allow,
    'tda organizations allow-source quillmere /plm/main /erp/eu',
    'tda organizations allow-source quillmere --any',
  )
}

function setCommand(terminal: Terminal): Command {
  const set = new Command('set')
    .description('Change settings of an organization.')
    .argument('<key>', 'Key of the organization.')
    .option(
      '--max-shrink <percent>',
      'Reject a full BOM replacement that has fewer styles or rows than the newest snapshot by more than this ' +
        'percentage, from 0 to 100, unless its started event has allowShrink. Use none to accept any.',
    )
    .option(
      '--quota <requests>',
      'Limit the requests of all tokens of the organization together, per minute. Use none for no limit.',
    )
    .action(async (key: string, given: { maxShrink?: string; quota?: string }, command: Command) => {
      const { changing, print } = commandContext(terminal, command)
      const settings = Object.entries(given).map(([name, text]) => [name, numberOrNone(text)] as const)
      if (settings.length === 0) throw new Error('Name a setting: --max-shrink or --quota')
      const changed = await changing('organizations set', async (graph, record) => {
        const parameters: Record<string, number | null> = {}
        try {
          for (const [name, value] of settings) {
            if (name === 'quota') await organizations.limitRequests(graph, { key, quota: value })
            else await organizations.limitShrink(graph, { key, maxShrink: value })
            parameters[name] = value
          }
        } finally {
          if (Object.keys(parameters).length > 0) record({ organization: key, parameters })
        }
        return organizations.findOrganization(graph, key)
      })
      const { maxShrink, quota } = changed
      const limit = maxShrink === null ? 'any decrease' : `a decrease of at most ${maxShrink} %`
      terminal.tell(`Organization ${key} accepts ${limit} of its BOM in a full replacement.`)
      const requests = quota === null ? 'have no common limit' : `can send ${quota} requests per minute together`
      terminal.tell(`Its tokens ${requests}.`)
      await print(changed)
    })
  return withExamples(
    set,
    'tda organizations set quillmere --max-shrink 30',
    'tda organizations set quillmere --quota 3000',
    'tda organizations set quillmere --max-shrink none --quota none',
  )
}

/** Parses a setting. NaN for a text that is neither an integer nor `none`. */
function numberOrNone(text: string): number | null {
  if (text === 'none') return null
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}
