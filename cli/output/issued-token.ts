import type { Command } from 'commander'
import type { Credential } from '../../schemas/credentials.ts'
import { commandContext } from '../command-context.ts'
import type { Issued } from '../tokens.ts'
import type { Terminal } from './terminal.ts'

/** Prints a new token, with nothing else on standard output. It is never shown again. */
export async function printIssued(terminal: Terminal, { credential, token }: Issued, command: Command): Promise<void> {
  const end = credential.expiresAt === null ? 'never expires' : `expires at ${credential.expiresAt}`
  terminal.tell(`Credential ${credential.id} of ${credential.organization} ${end}.`)
  terminal.tell('Copy its token now. It is not shown again.')
  await commandContext(terminal, command).print({ token, credential }, [token])
}

/** The fields of a new credential that the audit record contains. */
export const auditedFields = ({ name, scopes, kind, quota, expiresAt }: Credential) => ({
  name,
  scopes,
  kind,
  quota,
  expiresAt,
})

/** Splits a list of scopes. Whether the scopes exist is checked later by `checkCredential`. */
export function parseScopes(text: string): string[] {
  const scopes = text.split(',').map((scope) => scope.trim())
  return [...new Set(scopes.filter(Boolean))]
}
