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
 * Creates a token `tda_<region>_<key id>_<secret><checksum>`. The secret has 32 base62 characters (190 bits). The
 * checksum is the base62 CRC-32 of everything before it. It lets the service reject a mistyped token without a database
 * read, and secret scanners recognize a token.
 */
export function mintToken(region: string): Token & { text: string } {
  const token = { region, keyId: randomBase62(KEY_ID_LENGTH), secret: randomBase62(SECRET_LENGTH) }
  const body = `tda_${region}_${token.keyId}_${token.secret}`
  return { ...token, text: body + checksumOf(body) }
}

/** Splits a well-formed token, or returns null. The checksum is verified here, but not the secret. */
export function parseToken(text: string): Token | null {
  const match = pattern.exec(text)
  if (!match) return null
  const [, region = '', keyId = '', secret = '', checksum] = match
  return checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === checksum ? { region, keyId, secret } : null
}

/**
 * Returns the SHA-256 of a secret, which is stored instead of the secret. A secret of 190 random bits needs no slow
 * hash.
 */
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

/**
 * Bytes of 248 and above are discarded, because 248 is the largest multiple of 62. So all characters are equally
 * likely.
 */
function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += alphabet[byte % 62]
  }
  return text
}
