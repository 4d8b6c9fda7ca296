import { createUnzip, createZstdDecompress } from 'node:zlib'
import kafkajs from 'kafkajs'
import { MAX_UNPACKED_BYTES } from '../patches/codecs.ts'

const { CompressionCodecs, CompressionTypes } = kafkajs

/** Of what is unpacked at once, and not bit by bit, only copies are handed out beyond this: a part would keep all of it. */
const MAX_SHARED_BYTES = 4 * 1024 * 1024
const [SMALLEST_PART, LARGEST_PART] = [16 * 1024, 256 * 1024]

/**
 * The bytes of a batch part by part, so that a caller that needs a few of them stops there. gzip and zstd, which pack without
 * bounds, are never unpacked further than that; the others grow by 255 times at most.
 * @throws Error when the bytes are not of the codec, or become more than 256 MiB
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
