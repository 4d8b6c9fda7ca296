import { createUnzip, createZstdDecompress } from 'node:zlib'
import kafkajs from 'kafkajs'
import { MAX_UNPACKED_BYTES } from '../patches/codecs.ts'

const { CompressionCodecs, CompressionTypes } = kafkajs

/**
 * Parts of a larger decompressed buffer are copied, because a part that refers to the buffer would keep all of it in
 * memory. This concerns codecs that decompress at once.
 */
const MAX_SHARED_BYTES = 4 * 1024 * 1024
const [SMALLEST_PART, LARGEST_PART] = [16 * 1024, 256 * 1024]

/**
 * Decompresses a batch in parts, so that a caller that needs only the beginning can stop. gzip and zstd have no limit
 * of compression, so they are only decompressed as far as the caller reads. The other codecs expand at most 255 times.
 * @throws Error when the bytes do not match the codec, or expand to more than 256 MiB
 */
export async function* unpacked(codec: number, packed: Buffer): AsyncGenerator<Buffer, void, undefined> {
  if (codec === CompressionTypes.None) {
    yield packed
    return
  }
  if (codec !== CompressionTypes.GZIP && codec !== CompressionTypes.ZSTD) {
    yield* parts(await unpackWhole(codec, packed))
    return
  }
  const chunkSize = Math.min(Math.max(4 * packed.length, SMALLEST_PART), LARGEST_PART)
  const stream = codec === CompressionTypes.GZIP ? createUnzip({ chunkSize }) : createZstdDecompress({ chunkSize })
  stream.end(packed)
  let bytes = 0
  for await (const part of stream) {
    bytes += part.length
    if (bytes > MAX_UNPACKED_BYTES) throw new Error(`the record batch unpacks to more than ${MAX_UNPACKED_BYTES} bytes`)
    yield part
  }
}

async function unpackWhole(codec: number, packed: Buffer): Promise<Buffer> {
  const open = CompressionCodecs[codec as keyof typeof CompressionCodecs] as
    | (() => { decompress(packed: Buffer): Promise<Buffer> })
    | undefined
  if (!open) throw new Error(`codec ${codec} is not known`)
  return open().decompress(packed)
}

function* parts(whole: Buffer): Generator<Buffer> {
  if (whole.length <= MAX_SHARED_BYTES) yield whole
  else for (let at = 0; at < whole.length; at += LARGEST_PART) yield Buffer.from(whole.subarray(at, at + LARGEST_PART))
}
