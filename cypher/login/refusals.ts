const SECURITY = 'Neo.ClientError.Security.'

const meanings: Record<string, string> = {
  Unauthorized: 'refuses the user or the password: check NEO4J_USER and NEO4J_PASSWORD',
  AuthenticationRateLimit:
    'refuses every login of this user for some seconds, because several in a row had a wrong password, of this process or of another: look for one with an old password',
  CredentialsExpired: 'requires a new password for this user first: ALTER CURRENT USER SET PASSWORD',
  TokenExpired: 'reports that the login of this user has expired',
  AuthorizationExpired: 'reports that the login of this user has expired',
}

/** Returns the meaning of a code of `Neo.ClientError.Security` for people, or null for any other code. */
export function refusalOf(code: string): string | null {
  if (!code.startsWith(SECURITY)) return null
  return `Neo4j ${meanings[code.slice(SECURITY.length)] ?? 'refuses the login or what it may do'} (${code})`
}
