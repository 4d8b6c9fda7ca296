import type { Driver } from 'neo4j-driver'
import type { Logins } from './logins.ts'

interface Authenticating {
  connection: { authToken: unknown }
}

/** The part of neo4j-driver 6.3.0 that logs connections in; those that come from its pool are logged in already. */
interface Internals {
  _getOrCreateConnectionProvider?(): {
    _authenticationProvider?: { authenticate(authenticating: Authenticating): Promise<unknown> }
  }
}

/**
 * Lets each new connection of a driver log in in its turn. The driver's own ways, managers of tokens, are asked for connections
 * of its pool too, and cannot tell which is which.
 * @throws Error when this is another version of the driver
 */
export function logInInTurn(driver: Driver, logins: Logins): void {
  const provider = (driver as unknown as Internals)._getOrCreateConnectionProvider?.()._authenticationProvider
  if (typeof provider?.authenticate !== 'function')
    throw new Error(
      'This version of neo4j-driver logs in otherwise than 6.3.0: look at cypher/login/driver-internals.ts',
    )
  const authenticate = provider.authenticate.bind(provider)
  provider.authenticate = (authenticating) =>
    authenticating.connection.authToken == null
      ? logins.run(() => authenticate(authenticating))
      : authenticate(authenticating)
}
