import { Command, Option } from 'commander'
import { type Credential, CredentialKind } from '../../schemas/credentials.ts'
import { Scope } from '../../schemas/scopes.ts'
import { commandContext, withExamples } from '../command-context.ts'
import { selectOrganizations } from '../organizations.ts'
import { parseDuration, parseExpiry } from '../output/durations.ts'
import { auditedFields, parseScopes, printIssued } from '../output/issued-token.ts'
import type { Terminal } from '../output/terminal.ts'
import { DEFAULT_QUOTA, issueToken, listEndingTokens, listTokens, revokeToken, rotateToken } from '../tokens.ts'

/** `tda tokens`: issues, lists, rotates, and revokes tokens. */
export function tokensCommand(terminal: Terminal): Command {
  const group = new Command('tokens')
    .description('Issue, list, rotate, and revoke tokens.')
    .addCommand(issueCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(rotateCommand(terminal))
    .addCommand(revokeCommand(terminal))
  return withExamples(group, 'tda tokens list --organization quillmere')
}

const ID = 'ID of the credential: the third part of its token, or from `tda tokens list`.'

interface IssueFlags {
  organization: string
  name: string
  scopes: string
  expires: string
  kind: Credential['kind']
  quota: string
}

function issueCommand(terminal: Terminal): Command {
  const issue = new Command('issue')
    .description('Issue a token. It is printed only once, to standard output.')
    .requiredOption('--organization <key>', 'Organization whose data the token can read.')
    .requiredOption('--name <name>', 'Name that describes what the token is for, from 1 to 255 characters.')
    .requiredOption('--scopes <scopes>', `Scopes, separated by commas: ${Scope.options.join(', ')}.`)
    .requiredOption('--expires <when>', 'Expiry: a duration such as 30d or 12h, an ISO 8601 date or time, or never.')
    .addOption(
      new Option(
        '--kind <kind>',
        'Kind of credential. Use mcp for AI clients. A token of kind mcp must expire within 90 days.',
      )
        .choices(CredentialKind.options.filter((kind) => kind !== 'support'))
        .default('service'),
    )
    .option('--quota <requests>', 'Maximum number of requests per minute.', String(DEFAULT_QUOTA))
    .action(async (flags: IssueFlags, command: Command) => {
      const { changing, settings } = commandContext(terminal, command)
      const now = terminal.now()
      const expiresAt = parseEnd(flags.expires, now)
      const { DATA_REGION: region } = settings()
      const options = {
        ...flags,
        scopes: parseScopes(flags.scopes),
        expiresAt,
        quota: Number(flags.quota),
        region,
        now,
      }
      const issued = await changing('tokens issue', async (graph, record) => {
        const { credential, token } = await issueToken(graph, options)
        const { organization, id: credentialId } = credential
        record({ organization, credentialId, parameters: auditedFields(credential) })
        return { credential, token }
      })
      await printIssued(terminal, issued, command)
    })
  return withExamples(
    issue,
    'tda tokens issue --organization quillmere --name excel --scopes graph:read,bom:read --expires 30d',
    'tda tokens issue --organization quillmere --name claude --kind mcp --scopes mcp:read,graph:read --expires 90d',
  )
}

const columns = ({ id, organization, name, kind, scopes, expiresAt, revokedAt, lastUsedAt, quota }: Credential) => ({
  id,
  organization,
  name,
  kind,
  scopes,
  expiresAt,
  revokedAt,
  lastUsedAt,
  quota,
})

function listCommand(terminal: Terminal): Command {
  const command = new Command('list')
    .description('List credentials without their secrets.')
    .option('--organization <key>', 'Only credentials of this organization. Default: all organizations.')
    .option(
      '--ending <duration>',
      'Only tokens that expire within this time, such as 14d, and have no successor: a newer token of the same ' +
        'organization, name, and kind that works longer. Without suspended organizations.',
    )
    .action(async ({ organization, ending }: { organization?: string; ending?: string }, command: Command) => {
      const { reading, list } = commandContext(terminal, command)
      const until = ending === undefined ? null : new Date(terminal.now().getTime() + parseDuration(ending))
      const credentials = await reading(async (graph) => {
        if (until) return listEndingTokens(graph, { organization, now: terminal.now(), until })
        const lists: Credential[] = []
        for (const { key } of await selectOrganizations(graph, organization))
          lists.push(...(await listTokens(graph, key)))
        return lists
      })
      await list(credentials, columns)
    })
  return withExamples(command, 'tda tokens list --organization quillmere', 'tda tokens list --ending 14d')
}

function rotateCommand(terminal: Terminal): Command {
  const rotate = new Command('rotate')
    .description('Replace a token. The old token keeps working for the overlap, but not beyond its own expiry.')
    .argument('<id>', ID)
    .option('--overlap <duration>', 'How long the old token keeps working, for example 24h.', '24h')
    .option(
      '--expires <when>',
      'Expiry of the new token, as for `tda tokens issue`. Default: the same lifetime as the old token.',
    )
    .action(async (id: string, { overlap, expires }: { overlap: string; expires?: string }, command: Command) => {
      const now = terminal.now()
      const expiresAt = expires === undefined ? {} : { expiresAt: parseEnd(expires, now) }
      const options = { id, overlapMs: parseDuration(overlap), ...expiresAt, now }
      const issued = await commandContext(terminal, command).changing('tokens rotate', async (graph, record) => {
        const rotated = await rotateToken(graph, options)
        const { organization, id: credentialId } = rotated.credential
        const parameters = { ...auditedFields(rotated.credential), replaces: id, oldExpiresAt: rotated.oldExpiresAt }
        record({ organization, credentialId, parameters })
        return rotated
      })
      terminal.tell(`The old credential ${id} expires at ${issued.oldExpiresAt}.`)
      await printIssued(terminal, issued, command)
    })
  return withExamples(rotate, 'tda tokens rotate cnFIacVoAjYX --overlap 2d --expires 90d')
}

function revokeCommand(terminal: Terminal): Command {
  const revoke = new Command('revoke')
    .description('Revoke a token permanently. It stops working within 5 seconds.')
    .argument('<id>', ID)
    .action(async (id: string, _options: object, command: Command) => {
      const { changing, print } = commandContext(terminal, command)
      const revoked = await changing('tokens revoke', async (graph, record) => {
        const credential = await revokeToken(graph, { id, now: terminal.now() })
        record({ organization: credential.organization, credentialId: id })
        return credential
      })
      terminal.tell(`Credential ${id} was revoked at ${revoked.revokedAt}.`)
      await print(revoked)
    })
  return withExamples(revoke, 'tda tokens revoke cnFIacVoAjYX')
}

const parseEnd = (text: string, now: Date) => (text === 'never' ? null : parseExpiry(text, now))
