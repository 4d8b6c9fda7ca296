import { addressIn, areaPhoneIn, internationalPhoneIn, isNoise, machineIn, mailboxIn } from './trade-values.ts'

/** What stands where something was taken out. */
export const REDACTED = '[redacted]'

const secretNames =
  'pass(?:word|wd|phrase)|pwd|secret|token|api[ _-]?key|access[ _-]?key|private[ _-]?key|client[ _-]?secret|authorization'

/**
 * Text that is a secret, names a machine, or leads to a person, whatever it stands under. Looking back keeps each linear: a
 * match that could begin at every letter of a long run would take as long as its square.
 */
const patterns: readonly RegExp[] = [
  // PEM, also when its end was cut off.
  /-----BEGIN [A-Z0-9 ]+-----[\s\S]*?(?:-----END [A-Z0-9 ]+-----|$)/g,
  // JSON Web Tokens: the header is JSON, which begins with {" and so with eyJ.
  /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g,
  // Keys that say what they are: AWS, GitHub, GitLab, Slack, Google, Stripe, this service.
  /\b(?:AKIA|ASIA|AROA|AIDA|AGPA|ANPA|ANVA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|AIza|[rsp]k_(?:live|test)_|tda_)[\w-]{16,}/g,
  /\bBearer\s+(?=\S*\d|\S{16})[\w.~+/-]{8,}=*/gi,
  // Addresses of databases and file servers, and every URL that names a user.
  /\b(?:jdbc:[a-z0-9:]+|(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|kafka|sqlserver|oracle|ldaps?|s?ftps?|smb|ssh|bolt|neo4j)(?:\+s(?:sc)?)?:\/\/)[^\s"'<>]+/gi,
  /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]*:\/\/[^\s/@"'<>]+@[^\s"'<>]*/gi,
]

/** Text that may be an address of a person or a machine, or a value of the trade, and what says how much of it is an address. */
const likely: readonly [RegExp, (found: string, text: string, at: number) => number][] = [
  // E-mail addresses.
  [/(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu, mailboxIn],
  // Phone numbers: with + and the country, or with the area in parentheses. Other digits may be any code.
  [/(?<![\p{L}\p{N}+])\+\d[\d\s()./-]{5,}\d/gu, internationalPhoneIn],
  [/\(\d{2,5}\)\s?\d[\d\s/-]{4,}\d/g, areaPhoneIn],
  // Machines: IPv4, and names with a port.
  [/(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?(?![\d.])/g, addressIn],
  [/(?<![a-z0-9.-])(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*:\d{2,5}\b/gi, machineIn],
]

/** `password=…`, `"token": "…"`, `<secret>…`: the name stays, what follows goes. */
const named = new RegExp(String.raw`((?:${secretNames})["']?\s*[=:>]\s*)(?:"[^"]*"?|'[^']*'?|[^\s"'<>;,&]+)`, 'gi')

/** A connection string in pieces; its server and user go with its password. */
const connection =
  /\b(?:server|data source|host|addr(?:ess)?|dsn|user(?: id|name)?|uid|account(?:name|endpoint))\s*=[^;=]{0,255};/i
const withSecret = new RegExp(String.raw`(?:${secretNames}|accountkey|sharedaccesskey)\s*=`, 'i')

/** RFC 7617: `user:password` in base64, which a word after "Basic" is not. */
const basic = /\bBasic\s+([A-Za-z0-9+/]{4,}={0,2})/gi
const LONG_RUN = /[A-Za-z0-9+/_-]{32,}={0,2}/g
/** Of random base64 it is above 4.3 at 32 characters; words and numbered ids stay below. */
const MIN_ENTROPY = 4

/** The text without secrets, addresses of machines and of people; what is harmless stays to the letter. */
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

/** Lower case, upper case and digits in no order, as keys are: not so hashes and UUIDs, which have one case. */
function isRandom(run: string): boolean {
  return /[a-z]/.test(run) && /[A-Z]/.test(run) && /\d/.test(run) && entropyOf(run) >= MIN_ENTROPY && isNoise(run)
}

/** Bits a character, by how often each occurs. */
function entropyOf(text: string): number {
  const counts = Map.groupBy(text, (letter) => letter)
  const shares = [...counts.values()].map((letters) => letters.length / text.length)
  return -shares.reduce((sum, share) => sum + share * Math.log2(share), 0)
}
