/**
 * Distinguishes addresses of people and machines from product data that looks similar. Each function gets a match of a
 * pattern in redact-text.ts and returns the length of its beginning that is an address: 0 for product data.
 */

/**
 * Last parts of the names of machines and mailboxes that don't occur in product data. Any two letters may be a country.
 */
const topLevel = new Set(
  (
    'com net org edu gov mil int info biz name mobi arpa example invalid test local localhost localdomain internal intern ' +
    'intranet intra lan corp home private svc cluster cloud online site website tech app dev email group company agency ' +
    'studio design global world international fashion clothing shop store boutique textile'
  ).split(' '),
)
/** Country codes that are also abbreviations of amounts, numbers and measures: `Art.no:4711`, `min.cm:148`. */
const abbreviations = new Set(
  'no nr id cm mm kg gr mg ml in ft yd sq st pc pr to ca co al mt la re tp cl sz'.split(' '),
)
/** Well-known ports of services. */
const ports = new Set([
  ...[80, 443, 8000, 8080, 8081, 8443, 8888, 9000, 9200, 22, 389, 636, 465, 587, 993],
  ...[1433, 1521, 3306, 3389, 5432, 5672, 6379, 6432, 7473, 7474, 7687, 9092, 9093, 9094, 11211, 15672, 27017, 50000],
])

const digitsOf = (text: string) => text.replace(/\D/g, '')
const isKnown = (end: string) => topLevel.has(end.toLowerCase())

/** For matches of `local@domain`. Returns 0 for `1200@3.85`, a price, or `4109001@FA.07`, an article at a place. */
export function mailboxIn(found: string): number {
  return longest(found, /(?=\.)|$/g, isMailbox)
}

/**
 * Returns the length of the longest beginning that is an address and ends at an end of a group or label. Only the first
 * 20 ends are tried.
 */
function longest(found: string, ends: RegExp, isOne: (part: string) => boolean): number {
  const lengths = found.matchAll(ends).map(({ index }) => index)
  const parts = [...lengths.take(20)].map((length) => found.slice(0, length))
  return parts.findLast(isOne)?.length ?? 0
}

const groupEnds = /(?<=\d)(?!\d)/g

function isMailbox(address: string): boolean {
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  if (/^(?:\d{1,3}\.){3}\d{1,3}$/.test(domain)) return /\p{L}/u.test(local) && isAddress(domain)
  if (!domain.includes('.')) return false
  const end = domain.slice(domain.lastIndexOf('.') + 1)
  if (!/^(?:\p{L}{2,}|xn--[a-z0-9-]+)$/iu.test(end)) return false
  const isShouted = domain === domain.toUpperCase() && domain !== domain.toLowerCase()
  if (isShouted && !isKnown(end) && (end.length > 2 || !/\p{L}/u.test(local))) return false
  return /\p{L}/u.test(local) || isKnown(end) || end.length === 2
}

/** For matches that begin with a plus sign and a digit. Returns 0 for tolerances, fractions, dates and amounts. */
export function internationalPhoneIn(found: string): number {
  return longest(found, groupEnds, isInternationalPhone)
}

/** A phone number has 8 to 16 digits in groups, including the extension. */
function isInternationalPhone(text: string): boolean {
  const digits = digitsOf(text)
  if (digits.length < 8 || digits.length > 16) return false
  // Not a phone number if it has a second sign, as in +12.50 -12.50 or +15/16 /-15/16, or a fraction, as in +1 15/16 -
  // 15/16.
  if (/[\s/(]-\d/.test(text) || /(?<!\d)\d{1,2}\/(?:2|4|8|16|32|64)(?!\d)/.test(text)) return false
  if (/^\+\d{4,6}-\d\d-\d\d(?!\d)/.test(text)) return false
  const groups = text.match(/\d+/g) ?? []
  if (groups.length === 1) return digits.length >= 9
  // +1250000.25 is an amount, while +49.301234567 is the phone format of domain registries. In +12.50 - 12.50, each
  // part is a decimal number.
  const [whole = '', places = ''] = groups
  if (/^\+\d+\.\d+$/.test(text)) return whole.length <= 3 && places.length >= 7 && !whole.startsWith('0')
  if (/^\+\d+\.\d+\s?[-/]\s?\d+\.\d+$/.test(text)) return false
  // +12 500 000 is an amount with separated thousands.
  const isAmount = /^\+\d{1,3}(?:\s\d{3})+(?:\.\d+)?$/.test(text) && digits.length <= 9
  return !isAmount
}

/** Lengths of GS1 elements with a fixed length, by application identifier. */
const fixed: readonly [RegExp, number][] = [
  [/^00$/, 18],
  [/^0[123]$/, 14],
  [/^1[1235-7]$/, 6],
  [/^3[1-6]\d\d$/, 6],
  [/^41\d$/, 13],
  [/^402$/, 17],
]
/**
 * Application identifiers of GS1 elements with a variable length: lots, serials, counts, part numbers, orders, and
 * company-internal data.
 */
const variable = /^(?:10|2[0-2]|30|37|9\d|235|24[0-3]|25[0-5]|40[0-3]|42[0-7]|71\d|7\d{3}|8\d{3})$/
/** If a text contains a GTIN or an SSCC, its other parts in parentheses are GS1 elements, too. */
const elements = /\((?:0[123]\)\s?\d{14}|00\)\s?\d{18})(?!\d)/

/**
 * For matches of `(area) number`. Returns 0 for a GS1 element, such as `(01)09521234543213`, and for a range of sizes.
 */
export function areaPhoneIn(found: string, text: string): number {
  const { area, number, digits } = partsOf(found)
  if (variable.test(area) && elements.test(text)) return 0
  if (fixed.some(([identifier, length]) => identifier.test(area) && digits.length === length)) return 0
  if (variable.test(area) && /^\d+$/.test(number)) return 0
  return longest(found, groupEnds, isAreaPhone)
}

function partsOf(text: string) {
  const [, area = '', number = ''] = /^\((\d+)\)([\s\S]*)$/.exec(text) ?? []
  const groups = number.match(/\d+/g) ?? []
  return { area, number, groups, digits: groups.join('') }
}

function isAreaPhone(text: string): boolean {
  const { area, number, groups, digits } = partsOf(text)
  if (area.length + digits.length < 8 || area.length + digits.length > 15) return false
  if (/^\s?(?:19|20)\d\d-\d\d(?!\d)/.test(number)) return false
  if (area.startsWith('0')) return true
  if (number.includes('/')) return false
  const sizes = [area, ...groups].map(Number)
  const isRun =
    groups.every(({ length }) => length < 4) && sizes.every((size, at) => at === 0 || size > (sizes[at - 1] ?? 0))
  return !isRun
}

/** Words that precede the address of a machine. */
const network =
  /(?:\b(?:hosts?|host ?name|servers?|ip|ipv4|addr(?:ess)?|gateway|proxy|dns|subnet|ping|ssh|bind|listen|connect(?:ed|ing|ion)?(?: to)?|refused|unreachable|timeout)|\/\/)[\s:=([]{0,3}$/i

/**
 * For matches of four numbers with dots. Their values and the text before them decide. Returns 0 for `61.09.10.00` and
 * `1.2.10.4`.
 */
export function addressIn(found: string, text: string, at: number): number {
  return isAddress(found, text.slice(Math.max(0, at - 24), at)) ? found.length : 0
}

function isAddress(found: string, before = ''): boolean {
  const [quad = '', port] = found.split(':')
  const octets = quad.split('.')
  if (octets.some((octet) => Number(octet) > 255 || (octet.length > 1 && octet.startsWith('0')))) return false
  if (port !== undefined) return isPort(port)
  const [a = 0, b = 0, c = 0] = octets.map(Number)
  if ((a === 192 && b === 168) || (a === 172 && b >= 16 && b < 32) || (a === 169 && b === 254) || a === 127) return true
  const large = octets.filter((octet) => Number(octet) >= 100).length
  // A dotted article number may begin with 10. An address in a network usually has a 0 in the middle or a large number.
  if (a === 10) return b === 0 || c === 0 || large > 0 || network.test(before)
  return large >= 2 || network.test(before)
}

const isPort = (port: string) => !port.startsWith('0') && Number(port) >= 20 && Number(port) < 65_536

/** For matches of `name:number`. Returns 0 for `Min.width:148`, `WH1.A12:034` and `Poly.Cotton:65`. */
export function machineIn(found: string): number {
  return isMachine(found) ? found.length : 0
}

function isMachine(found: string): boolean {
  const [name = '', port = ''] = found.split(':')
  if (!isPort(port)) return false
  const labels = name.split('.')
  const end = (labels.at(-1) ?? '').toLowerCase()
  if (isKnown(end)) return true
  const isLower = name === name.toLowerCase()
  if (isLower && ports.has(Number(port))) return true
  if (/^[a-z]{2}$/.test(end))
    return labels.length > 2 ? isLower || port.length > 3 : isLower && port.length > 2 && !abbreviations.has(end)
  return isLower && labels.length > 2 && port.length > 3 && /[\d-]/.test(labels[0] ?? '')
}

/** The words, numbers and abbreviations of a code. */
const pieces = /[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g
/** A shorter part without separators cannot be distinguished from random characters. */
const MIN_PART = 12
/** Average characters for each piece. It is 2.2 in random letters and digits, and above 4 in words and numbers. */
const MIN_PIECE = 3.5
/**
 * Parts shorter than `part` are only examined together. Because single words and numbers are short too, this needs more
 * characters and a lower average.
 */
const SHORT = { part: 5, together: 24, piece: 3 }

/**
 * Whether a long run is random, as keys are. One of its parts must be, or its shorter parts together, because a key can
 * contain many separators. `FAB-Poplin120_Navy-148cm_OEKO-TEX100` consists of words and numbers.
 */
export function isNoise(run: string): boolean {
  const parts = run.split(/[-_/+=]/)
  if (parts.some((part) => part.length >= MIN_PART && lettersAPiece([part]) < MIN_PIECE)) return true
  const short = parts.filter((part) => part.length >= SHORT.part)
  return short.join('').length >= SHORT.together && lettersAPiece(short) < SHORT.piece
}

function lettersAPiece(parts: readonly string[]): number {
  const count = parts.reduce((sum, part) => sum + (part.match(pieces)?.length ?? 1), 0)
  return parts.join('').length / count
}
