import { Command } from 'commander'
import type { Organization } from '../../schemas/credentials.ts'
import { commandContext } from '../command-context.ts'
import * as organizations from '../organizations.ts'
import type { Terminal } from '../output/terminal.ts'

/** `tda organizations`: who there is. */
export function organizationsCommand(terminal: Terminal): Command {
  return new Command('organizations')
    .description('register, list, suspend and resume organizations')
    .addCommand(createCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(suspendCommand(terminal))
    .addCommand(resumeCommand(terminal))
    .addCommand(allowSourceCommand(terminal))
}

function createCommand(terminal: Terminal): Command {
  return new Command('create')
    .description('register an organization')
    .argument('<key>', 'its key: 3 to 32 lower-case letters and digits, a letter first')
    .requiredOption('--name <name>', 'its name, for people')
    .action(async (key: string, { name }: { name: string }, command: Command) => {
      const { changing, print } = commandContext(terminal, command)
      const created = await changing('organizations create', async (graph, record) => {
        const organization = await organizations.createOrganization(graph, { key, name, now: terminal.now() })
        record({ organization: key, parameters: { name } })
        return organization
      })
      terminal.tell(`Organization ${key} is registered.`)
      await print(created)
    })
}

const columns = ({ key, name, createdAt, suspendedAt, allowedSources }: Organization) => ({
  key,
  name,
  createdAt,
  suspendedAt,
  sources: allowedSources ?? 'any',
})

function listCommand(terminal: Terminal): Command {
  return new Command('list')
    .description('list every organization')
    .action(async (_options: object, command: Command) => {
      const { reading, list } = commandContext(terminal, command)
      await list(await reading(organizations.listOrganizations), columns)
    })
}

function suspendCommand(terminal: Terminal): Command {
  return new Command('suspend')
    .description('stop all access with its credentials, within 5 s; its data goes on being updated')
    .argument('<key>')
    .action(async (key: string, _options: object, command: Command) => {
      const { changing, print } = commandContext(terminal, command)
      const suspended = await changing('organizations suspend', async (graph, record) => {
        const organization = await organizations.suspendOrganization(graph, { key, now: terminal.now() })
        record({ organization: key })
        return organization
      })
      terminal.tell(`Organization ${key} is suspended since ${suspended.suspendedAt}.`)
      await print(suspended)
    })
}

function resumeCommand(terminal: Terminal): Command {
  return new Command('resume')
    .description('end a suspension')
    .argument('<key>')
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
}

function allowSourceCommand(terminal: Terminal): Command {
  return new Command('allow-source')
    .description('say which sources it accepts: exactly these; events of others become dead letters')
    .argument('<key>')
    .argument('[source...]', 'each /{system}/{instance}, for example /plm/main')
    .option('--any', 'accept every source, as at the beginning')
    .action(async (key: string, given: string[], { any = false }: { any?: boolean }, command: Command) => {
      if (any === given.length > 0) throw new Error('Name the sources to accept, or give --any to accept every one')
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
}
