import type { Driver } from 'neo4j-driver'
import type { Logins } from './logins.ts'

interface Authenticating {
  connection: { authToken: unknown }
}

/** The internals of neo4j-driver 6.3.0 that log in new connections. Connections from the pool are already logged in. */
interface Internals {
  _getOrCreateConnectionProvider?(): {
    _authenticationProvider?: { authenticate(authenticating: Authenticating): Promise<unknown> }
  }
}

/**
 * Makes each new connection of a driver wait for its turn to log in. The driver's public interface, the auth token
 * manager, is also called for pooled connections and cannot distinguish them.
 * @throws Error for another version of the driver
 */
export function logInInTurn(driver: Driver, logins: Logins): void {
  const provider = (driver as unknown as Internals)._getOrCreateConnectionProvider?.()._authenticationProvider
  if (typeof provider?.authenticate !== 'function')
    throw new Error(
      'This version of neo4j-driver has other internals than 6.3.0. Review cypher/login/driver-internals.ts',
    )
  const authenticate = provider.authenticate.bind(provider)
  provider.authenticate = (authenticating) =>
    authenticating.connection.authToken == null
      ? logins.run(() => authenticate(authenticating))
      : authenticate(authenticating)
}
