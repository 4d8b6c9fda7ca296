import { Command } from 'commander'
import type { Organization } from '../../schemas/credentials.ts'
import { commandContext } from '../command-context.ts'
import * as organizations from '../organizations.ts'
import type { Terminal } from '../terminal.ts'

const columns = ({ key, name, createdAt, suspendedAt, allowedSources }: Organization) => ({
  ...{ key, name, createdAt, suspendedAt, sources: allowedSources ?? 'any' },
})

/** `tda organizations`: who there is. */
export function organizationsCommand(terminal: Terminal): Command {
  const group = new Command('organizations').description('register, list, suspend and resume organizations')
  const context = (command: Command) => commandContext(terminal, command)

  group
    .command('create')
    .description('register an organization')
    .argument('<key>', 'its key: 3 to 32 lower-case letters and digits, a letter first')
    .requiredOption('--name <name>', 'its name, for people')
    .action(async (key: string, { name }: { name: string }, command: Command) => {
      const { changing, answer } = context(command)
      const created = await changing('organizations create', async (graph, record) => {
        const organization = await organizations.createOrganization(graph, { key, name, now: terminal.now() })
        record({ organization: key, parameters: { name } })
        return organization
      })
      terminal.tell(`Organization ${key} is registered.`)
      await answer(created)
    })

  group
    .command('list')
    .description('list every organization')
    .action(async (_options: object, command: Command) => {
      const { reading, list } = context(command)
      await list(await reading(organizations.listOrganizations), columns)
    })

  group
    .command('suspend')
    .description('stop all access with its credentials, within 5 s; its data goes on being updated')
    .argument('<key>')
    .action(async (key: string, _options: object, command: Command) => {
      const { changing, answer } = context(command)
      const suspended = await changing('organizations suspend', async (graph, record) => {
        const organization = await organizations.suspendOrganization(graph, { key, now: terminal.now() })
        record({ organization: key })
        return organization
      })
      terminal.tell(`Organization ${key} is suspended since ${suspended.suspendedAt}.`)
      await answer(suspended)
    })

  group
    .command('resume')
    .description('end a suspension')
    .argument('<key>')
    .action(async (key: string, _options: object, command: Command) => {
      const { changing, answer } = context(command)
      const resumed = await changing('organizations resume', async (graph, record) => {
        const organization = await organizations.resumeOrganization(graph, { key })
        record({ organization: key })
        return organization
      })
      terminal.tell(`Organization ${key} is not suspended.`)
      await answer(resumed)
    })

  group
    .command('allow-source')
    .description('say which sources it accepts: exactly these; events of others become dead letters')
    .argument('<key>')
    .argument('[source...]', 'each /{system}/{instance}, for example /plm/main')
    .option('--any', 'accept every source, as at the beginning')
    .action(async (key: string, given: string[], { any = false }: { any?: boolean }, command: Command) => {
      if (any === given.length > 0) throw new Error('Name the sources to accept, or give --any to accept every one')
      const { changing, answer } = context(command)
      const sources = any ? null : given
      const changed = await changing('organizations allow-source', async (graph, record) => {
        const organization = await organizations.allowSources(graph, { key, sources })
        record({ organization: key, parameters: { sources } })
        return organization
      })
      terminal.tell(`Organization ${key} accepts ${changed.allowedSources?.join(', ') ?? 'every source'}.`)
      await answer(changed)
    })

  return group
}
