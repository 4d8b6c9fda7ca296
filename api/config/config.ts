import { type Environment, parseEnvironment } from '../../schemas/environment.ts'
import { readCursorKeys } from './cursor-keys.ts'
import { compileTrust } from './trust-proxy.ts'

/** The settings of the API, with what follows from them. */
export interface Config {
  readonly environment: Environment
  /** Public address of the API, without a slash at the end. */
  readonly baseUrl: string
  readonly docsUrl: string
  readonly region: string
  /** Regions whose tokens are told where to go. */
  readonly otherRegions: ReadonlySet<string>
  /** Keys of 32 bytes: the first seals cursors, all open them. */
  readonly cursorKeys: readonly Buffer[]
  /** Whose X-Forwarded-For counts, as Express takes it. */
  readonly trustProxy: false | number | string[]
}

/**
 * Reads the environment once.
 * @throws Error naming every faulty variable, without its value.
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
