import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const KEY_ID_LENGTH = 12
const SECRET_LENGTH = 32
const CHECKSUM_LENGTH = 6
const pattern = new RegExp(
  `^tda_([a-z0-9-]{2,16})_([0-9A-Za-z]{${KEY_ID_LENGTH}})_([0-9A-Za-z]{${SECRET_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
)

export interface Token {
  region: string
  keyId: string
  secret: string
}

/**
 * A new token `tda_<region>_<key id>_<secret><checksum>`: 32 base62 characters of secret (190 bits) and the base62
 * CRC-32 of all that precedes it, so that a mistyped token is refused without a database read and scanners can match it.
 */
export function mintToken(region: string): Token & { text: string } {
  const token = { region, keyId: randomBase62(KEY_ID_LENGTH), secret: randomBase62(SECRET_LENGTH) }
  const body = `tda_${region}_${token.keyId}_${token.secret}`
  return { ...token, text: body + checksumOf(body) }
}

/** The parts of a well-formed token, or null: the checksum is verified, the secret is not. */
export function parseToken(text: string): Token | null {
  const match = pattern.exec(text)
  if (!match) return null
  const [, region = '', keyId = '', secret = '', checksum] = match
  return checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === checksum ? { region, keyId, secret } : null
}

/** What is stored of a secret: its SHA-256. A secret of 190 random bits needs no slow hash. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function checksumOf(body: string): string {
  return base62(crc32(body), CHECKSUM_LENGTH)
}

function base62(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = (alphabet[rest % 62] ?? '') + text
  return text
}

/** Bytes of 248 and above are thrown away, so that each character is equally likely. */
function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += alphabet[byte % 62]
  }
  return text
}
