/** A SHA-256 that is computed piece by piece. */
export interface Sha256 {
  update(bytes: Uint8Array): void
  /** Returns the hash of all bytes, in hexadecimal. Do not call `update` after it. */
  end(): string
}

const BLOCK_BYTES = 64
const ROUNDS = 64

/** FIPS 180-4 derives its constants from the fractional parts of roots of the first primes. */
const primes = Array.from({ length: 312 }, (_, at) => at).filter(isPrime)
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

/**
 * Computes the hash in constant memory in every JavaScript runtime. WebCrypto only accepts whole files and is
 * unavailable on pages without TLS. Node's implementation is unavailable in browsers.
 */
export function createSha256(): Sha256 {
  const state = Int32Array.from(start)
  const schedule = new Int32Array(ROUNDS)
  const block = new Uint8Array(BLOCK_BYTES)
  const blockView = new DataView(block.buffer)
  let blockLength = 0
  let byteLength = 0

  function update(bytes: Uint8Array): void {
    byteLength += bytes.length
    let at = 0
    if (blockLength > 0) {
      at = Math.min(BLOCK_BYTES - blockLength, bytes.length)
      block.set(bytes.subarray(0, at), blockLength)
      blockLength += at
      if (blockLength < BLOCK_BYTES) return
      compress(state, schedule, blockView, 0)
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    for (; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) compress(state, schedule, view, at)
    block.set(bytes.subarray(at))
    blockLength = bytes.length - at
  }

  function end(): string {
    const bitLength = BigInt(byteLength) * 8n
    const zeros = (2 * BLOCK_BYTES - 9 - blockLength) % BLOCK_BYTES
    const tail = new Uint8Array(1 + zeros + 8)
    tail[0] = 0x80
    new DataView(tail.buffer).setBigUint64(1 + zeros, bitLength)
    update(tail)
    return Array.from(state, (each) => (each >>> 0).toString(16).padStart(8, '0')).join('')
  }

  return { update, end }
}

/**
 * Mixes a block of 64 bytes into the state. Its loops allocate no memory, because they run for every 64 bytes of a
 * file.
 */
function compress(state: Int32Array, schedule: Int32Array, view: DataView, at: number): void {
  for (let t = 0; t < 16; t += 1) schedule[t] = view.getInt32(at + t * 4)
  for (let t = 16; t < ROUNDS; t += 1) {
    const early = word(schedule, t - 15)
    const late = word(schedule, t - 2)
    const small0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3)
    const small1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10)
    schedule[t] = word(schedule, t - 16) + small0 + word(schedule, t - 7) + small1
  }
  let a = word(state, 0)
  let b = word(state, 1)
  let c = word(state, 2)
  let d = word(state, 3)
  let e = word(state, 4)
  let f = word(state, 5)
  let g = word(state, 6)
  let h = word(state, 7)
  for (let t = 0; t < ROUNDS; t += 1) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const first = (h + big1 + ((e & f) ^ (~e & g)) + word(constants, t) + word(schedule, t)) | 0
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  state[0] = word(state, 0) + a
  state[1] = word(state, 1) + b
  state[2] = word(state, 2) + c
  state[3] = word(state, 3) + d
  state[4] = word(state, 4) + e
  state[5] = word(state, 5) + f
  state[6] = word(state, 6) + g
  state[7] = word(state, 7) + h
}

function word(words: Int32Array, at: number): number {
  return words[at] ?? 0
}

function rotate(bits: number, by: number): number {
  return (bits >>> by) | (bits << (32 - by))
}

function isPrime(number: number): boolean {
  if (number < 2) return false
  for (let factor = 2; factor * factor <= number; factor += 1) if (number % factor === 0) return false
  return true
}
