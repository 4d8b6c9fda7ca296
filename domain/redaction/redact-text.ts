import { addressIn, areaPhoneIn, internationalPhoneIn, isNoise, machineIn, mailboxIn } from './trade-values.ts'

/** The text that replaces redacted text. */
export const REDACTED = '[redacted]'

const secretNames =
  'pass(?:word|wd|phrase)|pwd|secret|token|api[ _-]?key|access[ _-]?key|private[ _-]?key|client[ _-]?secret|authorization'

/**
 * Patterns of secrets, of machines, and of personal data, whatever the key is. The lookbehinds keep matching linear.
 * Without them, a match could begin at every character of a long run, and the time would be quadratic.
 */
const patterns: readonly RegExp[] = [
  // PEM, even if its end was cut off.
  /-----BEGIN [A-Z0-9 ]+-----[\s\S]*?(?:-----END [A-Z0-9 ]+-----|$)/g,
  // JSON Web Tokens: the header is JSON, which begins with {" and so with eyJ.
  /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g,
  // Keys with a known prefix: AWS, GitHub, GitLab, Slack, Google, Stripe, this service.
  /\b(?:AKIA|ASIA|AROA|AIDA|AGPA|ANPA|ANVA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|AIza|[rsp]k_(?:live|test)_|tda_)[\w-]{16,}/g,
  /\bBearer\s+(?=\S*\d|\S{16})[\w.~+/-]{8,}=*/gi,
  // Addresses of databases and file servers, and every URL with a user.
  /\b(?:jdbc:[a-z0-9:]+|(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|kafka|sqlserver|oracle|ldaps?|s?ftps?|smb|ssh|bolt|neo4j)(?:\+s(?:sc)?)?:\/\/)[^\s"'<>]+/gi,
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/[^\s/@"'<>]+@[^\s"'<>]*/gi,
]

/**
 * Patterns of possible addresses of people and machines, which product data can match too. The function returns the
 * length of the part that is an address.
 */
const likely: readonly [RegExp, (found: string, text: string, at: number) => number][] = [
  // E-mail addresses.
  [/(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, mailboxIn],
  // Phone numbers: with + and the country code, or with the area code in parentheses. Other digits may be any code.
  [/(?<![\p{L}\p{N}+])\+\d[\d\s()./-]{5,}\d/gu, internationalPhoneIn],
  [/\(\d{2,5}\)\s?\d[\d\s/-]{4,}\d/g, areaPhoneIn],
  // Machines: IPv4 addresses, and names with a port.
  [/(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?(?![\d.])/g, addressIn],
  [/(?<![a-z0-9.-])(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*:\d{2,5}\b/gi, machineIn],
]

/** `password=…`, `"token": "…"`, `<secret>…`: the name stays, and the value is redacted. */
const named = new RegExp(String.raw`((?:${secretNames})["']?\s*[=:>]\s*)(?:"[^"]*"?|'[^']*'?|[^\s"'<>;,&]+)`, 'gi')

/** A connection string of several parts. If it contains a password, its server and user are redacted too. */
const connection =
  /\b(?:server|data source|host|addr(?:ess)?|dsn|user(?: id|name)?|uid|account(?:name|endpoint))\s*=[^;=]{0,255};/i
const withSecret = new RegExp(String.raw`(?:${secretNames}|accountkey|sharedaccesskey)\s*=`, 'i')

/** RFC 7617: `user:password` in base64. A plain word after "Basic" does not decode to that. */
const basic = /\bBasic\s+([A-Za-z0-9+/]{4,}={0,2})/gi
const LONG_RUN = /[A-Za-z0-9+/_-]{32,}={0,2}/g
/**
 * The entropy of random base64 is above 4.3 bits per character at 32 characters. Words and numbered IDs stay below 4.
 */
const MIN_ENTROPY = 4

/** Redacts secrets and addresses of machines and people in a text. Everything else stays unchanged. */
export function redactText(text: string): string {
  if (connection.test(text) && withSecret.test(text)) return REDACTED
  const bare = patterns.reduce((rest, pattern) => rest.replace(pattern, REDACTED), text)
  const nameless = likely.reduce((rest, [pattern, lengthIn]) => {
    const without = (found: string, length: number) => (length > 0 ? REDACTED + found.slice(length) : found)
    return rest.replace(pattern, (found, at: number) => without(found, lengthIn(found, rest, at)))
  }, bare)
  const open = nameless.replace(basic, (whole, base64) => (isUserAndPassword(base64) ? REDACTED : whole))
  return open.replace(named, `$1${REDACTED}`).replace(LONG_RUN, (run) => (isRandom(run) ? REDACTED : run))
}

function isUserAndPassword(base64: string): boolean {
  return /^[\x20-\x39\x3b-\x7e]*:[\x20-\x7e]*$/.test(Buffer.from(base64, 'base64').toString('latin1'))
}

/**
 * Whether a run looks like a random key: lower case, upper case and digits in no order. Hashes and UUIDs have only one
 * case.
 */
function isRandom(run: string): boolean {
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run) && entropyOf(run) >= MIN_ENTROPY && isNoise(run)
}

/** Returns the entropy in bits per character. */
function entropyOf(text: string): number {
  const counts = Map.groupBy(text, (letter) => letter)
  const shares = [...counts.values()].map((letters) => letters.length / text.length)
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0)
}
