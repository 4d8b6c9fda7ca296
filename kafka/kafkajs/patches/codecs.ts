import { promisify } from 'node:util'
import { gzip, unzip, zstdCompress, zstdDecompress } from 'node:zlib'
import kafkajs from 'kafkajs'
import { compressFrame, decompressFrame } from 'lz4-napi'
import { type Codec, snappyCodec } from '../internals.ts'

const { CompressionCodecs, CompressionTypes } = kafkajs

/** What a record batch may grow to when it is unpacked, in bytes: a larger one counts as undecodable. */
export const MAX_UNPACKED_BYTES = 256 * 1024 * 1024

const limit = { maxOutputLength: MAX_UNPACKED_BYTES }
const packGzip = promisify(gzip)
const unpackGzip = promisify<Buffer, typeof limit, Buffer>(unzip)
const packZstd = promisify(zstdCompress)
const unpackZstd = promisify<Buffer, typeof limit, Buffer>(zstdDecompress)

const gzipCodec: Codec = {
  compress: (encoder) => packGzip(encoder.buffer),
  decompress: (packed) => unpackGzip(packed, limit),
}

/** lz4 cannot grow by more than 255 times, so that a fetch of 1 MiB is bounded without a limit; snappy by 22 times. */
const lz4Codec: Codec = {
  compress: (encoder) => compressFrame(encoder.buffer),
  decompress: (packed) => decompressFrame(packed),
}

const zstdCodec: Codec = {
  compress: (encoder) => packZstd(encoder.buffer),
  decompress: (packed) => unpackZstd(packed, limit),
}

/** How a producer packs its batches. */
export const compressionTypes = {
  none: CompressionTypes.None,
  gzip: CompressionTypes.GZIP,
  snappy: CompressionTypes.Snappy,
  lz4: CompressionTypes.LZ4,
  zstd: CompressionTypes.ZSTD,
}
export type Compression = keyof typeof compressionTypes

/**
 * Teaches kafkajs every codec of the protocol, for reading and writing: it has only gzip, and dies of the others.
 * Applying it twice does nothing more.
 */
export function registerCodecs(): void {
  CompressionCodecs[CompressionTypes.GZIP] = () => gzipCodec
  CompressionCodecs[CompressionTypes.Snappy] = snappyCodec
  CompressionCodecs[CompressionTypes.LZ4] = () => lz4Codec
  CompressionCodecs[CompressionTypes.ZSTD] = () => zstdCodec
}
