import { type Environment, parseEnvironment } from '../../schemas/environment.ts'
import { readCursorKeys } from './cursor-keys.ts'
import { compileTrust } from './trust-proxy.ts'

/** The settings of the API, and the values derived from them. */
export interface Config {
  readonly environment: Environment
  /** Public address of the API, without a slash at the end. */
  readonly baseUrl: string
  readonly docsUrl: string
  readonly region: string
  /** Other regions of the service. A token of one of them gets an error that names its region. */
  readonly otherRegions: ReadonlySet<string>
  /** Keys of 32 bytes. New cursors are sealed with the first key; all keys can open cursors. */
  readonly cursorKeys: readonly Buffer[]
  /** The proxies whose X-Forwarded-For header is trusted, in the format of Express. */
  readonly trustProxy: false | number | string[]
}

/**
 * Reads and validates the environment.
 * @throws Error naming every invalid variable, without its value.
 */
export function readConfig(variables: Record<string, string | undefined>): Config {
  const environment = parseEnvironment(variables)
  const baseUrl = withoutSlash(environment.BASE_URL ?? defaultBaseUrl(environment.PORT))
  const region = environment.DATA_REGION
  requireRedisUrl(environment.REDIS_URL)
  return Object.freeze({
    environment,
    baseUrl,
    docsUrl: withoutSlash(environment.DOCS_URL ?? `${baseUrl}/docs`),
    region,
    otherRegions: new Set(environment.DATA_REGIONS.filter((other) => other !== region)),
    cursorKeys: readCursorKeys(environment.CURSOR_KEYS),
    trustProxy: compileTrust(environment.TRUST_PROXY),
  })
}

function requireRedisUrl(url: string | undefined): void {
  if (url === undefined || (URL.canParse(url) && /^rediss?:/.test(url))) return
  throw new Error('REDIS_URL is not valid: give redis://host:port, or rediss://host:port for TLS')
}

function defaultBaseUrl(port: number): string {
  if (port === 0) throw new Error('BASE_URL is not set: with PORT=0 the public address must be given')
  return `http://localhost:${port}`
}

function withoutSlash(url: string): string {
  return url.replace(/(?<!\/)\/+$/, '')
}
