import { Command, Option } from 'commander'
import { type Credential, CredentialKind } from '../../schemas/credentials.ts'
import { Scope } from '../../schemas/scopes.ts'
import { commandContext } from '../command-context.ts'
import { listOrganizations } from '../organizations.ts'
import { parseDuration, parseExpiry } from '../output/durations.ts'
import type { Terminal } from '../output/terminal.ts'
import { DEFAULT_QUOTA, type Issued, issueToken, listTokens, revokeToken, rotateToken } from '../tokens.ts'

/** `tda tokens`: who may call. */
export function tokensCommand(terminal: Terminal): Command {
  return new Command('tokens')
    .description('issue, list, rotate and revoke tokens')
    .addCommand(issueCommand(terminal))
    .addCommand(listCommand(terminal))
    .addCommand(rotateCommand(terminal))
    .addCommand(revokeCommand(terminal))
}

interface IssueFlags {
  organization: string
  name: string
  scopes: string
  expires: string
  kind: Credential['kind']
  quota: string
}

function issueCommand(terminal: Terminal): Command {
  return new Command('issue')
    .description('issue a token; it is printed once, alone on standard output')
    .requiredOption('--organization <key>', 'whose data it opens')
    .requiredOption('--name <name>', 'what it is for')
    .requiredOption('--scopes <scopes>', `comma-separated: ${Scope.options.join(', ')}`)
    .requiredOption('--expires <when>', 'a duration such as 30d or 12h, an ISO 8601 date or time, or never')
    .addOption(
      new Option('--kind <kind>', 'mcp for AI clients: expires within 90 days')
        .choices(CredentialKind.options)
        .default('service'),
    )
    .option('--quota <requests>', 'requests a minute', String(DEFAULT_QUOTA))
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
        record({ organization, credentialId, parameters: described(credential) })
        return { credential, token }
      })
      await hand(terminal, issued, command)
    })
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
  return new Command('list')
    .description('list credentials, without their secrets')
    .option('--organization <key>', 'of one organization; default all')
    .action(async ({ organization }: { organization?: string }, command: Command) => {
      const { reading, list } = commandContext(terminal, command)
      const credentials = await reading(async (graph) => {
        const keys = organization ? [organization] : (await listOrganizations(graph)).map(({ key }) => key)
        const lists: Credential[] = []
        for (const key of keys) lists.push(...(await listTokens(graph, key)))
        return lists
      })
      await list(credentials, columns)
    })
}

function rotateCommand(terminal: Terminal): Command {
  return new Command('rotate')
    .description('replace a token; the old one goes on working for the overlap, never beyond its own expiry')
    .argument('<id>', 'id of the credential: the third part of its token, or from `tda tokens list`')
    .option('--overlap <duration>', 'how long the old token goes on working', '24h')
    .option('--expires <when>', 'expiry of the new token; default as long a life as the old one had')
    .action(async (id: string, { overlap, expires }: { overlap: string; expires?: string }, command: Command) => {
      const now = terminal.now()
      const expiresAt = expires === undefined ? {} : { expiresAt: parseEnd(expires, now) }
      const options = { id, overlapMs: parseDuration(overlap), ...expiresAt, now }
      const issued = await commandContext(terminal, command).changing('tokens rotate', async (graph, record) => {
        const rotated = await rotateToken(graph, options)
        const { organization, id: credentialId } = rotated.credential
        const parameters = { ...described(rotated.credential), replaces: id, oldExpiresAt: rotated.oldExpiresAt }
        record({ organization, credentialId, parameters })
        return rotated
      })
      terminal.tell(`Credential ${id} ends at ${issued.oldExpiresAt}.`)
      await hand(terminal, issued, command)
    })
}

function revokeCommand(terminal: Terminal): Command {
  return new Command('revoke')
    .description('end a token for good, within 5 s')
    .argument('<id>', 'id of the credential')
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
}

/** The secret stands alone on standard output, this once. */
async function hand(terminal: Terminal, { credential, token }: Issued, command: Command): Promise<void> {
  terminal.tell(`Credential ${credential.id} of ${credential.organization} expires ${credential.expiresAt ?? 'never'}.`)
  terminal.tell('This is the only time that its token is shown.')
  await commandContext(terminal, command).print({ token, credential }, [token])
}

/** What the trail keeps of a new credential. */
const described = ({ name, scopes, kind, quota, expiresAt }: Credential) => ({ name, scopes, kind, quota, expiresAt })

const parseEnd = (text: string, now: Date) => (text === 'never' ? null : parseExpiry(text, now))

/** Whether they are scopes at all is checked with the other rules of a credential. */
function parseScopes(text: string): string[] {
  const scopes = text.split(',').map((scope) => scope.trim())
  return [...new Set(scopes.filter(Boolean))]
}
