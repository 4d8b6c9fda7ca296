import { Command } from 'commander'
import { operatorName } from '../audit/audited.ts'
import { commandContext, withExamples } from '../command-context.ts'
import { parseDuration } from '../output/durations.ts'
import { auditedFields, parseScopes, printIssued } from '../output/issued-token.ts'
import type { Terminal } from '../output/terminal.ts'
import { grantSupport, SUPPORT_SCOPES } from '../tokens.ts'

/** `tda support`: gives an operator access to the data of an organization, for some hours. */
export function supportCommand(terminal: Terminal): Command {
  const group = new Command('support')
    .description('Read the data of an organization as an operator, for some hours.')
    .addCommand(grantCommand(terminal))
  return withExamples(group, 'tda support grant quillmere --for 2h --reason "ticket 4711"')
}

interface GrantFlags {
  for: string
  reason: string
  scopes: string
}

function grantCommand(terminal: Terminal): Command {
  const grant = new Command('grant')
    .description(
      'Issue a token for yourself. It ends after the given time, and its requests are audited under your name.',
    )
    .argument('<key>', 'Key of the organization.')
    .requiredOption('--for <duration>', 'Time after which the token ends, such as 2h or 30m. At most 24h.')
    .requiredOption('--reason <text>', 'Why you need access, such as a ticket. It is part of the audit record.')
    .option('--scopes <scopes>', 'Scopes, separated by commas.', SUPPORT_SCOPES.join(','))
    .action(async (organization: string, flags: GrantFlags, command: Command) => {
      const { changing, settings } = commandContext(terminal, command)
      const reason = flags.reason.trim()
      if (reason.length === 0 || reason.length > 255) throw new Error('The reason must have 1 to 255 characters')
      const now = terminal.now()
      const expiresAt = new Date(now.getTime() + parseDuration(flags.for))
      if (expiresAt <= now) throw new Error('--for must be longer than 0. Use a form such as 2h or 30m')
      const { DATA_REGION: region } = settings()
      const options = { organization, operator: operatorName(settings()), scopes: parseScopes(flags.scopes) }
      const issued = await changing('support grant', async (graph, record) => {
        const granted = await grantSupport(graph, { ...options, expiresAt, region, now })
        const parameters = { ...auditedFields(granted.credential), reason }
        record({ organization, credentialId: granted.credential.id, parameters })
        return granted
      })
      await printIssued(terminal, issued, command)
    })
  return withExamples(
    grant,
    'tda support grant quillmere --for 2h --reason "ticket 4711"',
    'tda support grant quillmere --for 30m --reason "ticket 4711" --scopes bom:read',
  )
}
