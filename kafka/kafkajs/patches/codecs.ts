import { promisify } from 'node:util'
import { gzip, unzip, zstdCompress, zstdDecompress } from 'node:zlib'
import kafkajs from 'kafkajs'
import { compressFrame, decompressFrame } from 'lz4-napi'
import type { Compression } from '../../producer.ts'
import { type Codec, snappyCodec } from '../internals.ts'
import type { Patch } from './patch.ts'

const { CompressionCodecs, CompressionTypes } = kafkajs

/** The largest size of a decompressed record batch, in bytes. A larger batch counts as undecodable. */
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

/** lz4 expands at most 255 times, so a fetch of 1 MiB is bounded without a limit. snappy expands at most 22 times. */
const lz4Codec: Codec = {
  compress: (encoder) => compressFrame(encoder.buffer),
  decompress: (packed) => decompressFrame(packed),
}

const zstdCodec: Codec = {
  compress: (encoder) => packZstd(encoder.buffer),
  decompress: (packed) => unpackZstd(packed, limit),
}

/** The number of each codec in the attributes of a record batch. */
export const compressionTypes: Readonly<Record<Compression, number>> = {
  none: CompressionTypes.None,
  gzip: CompressionTypes.GZIP,
  snappy: CompressionTypes.Snappy,
  lz4: CompressionTypes.LZ4,
  zstd: CompressionTypes.ZSTD,
}

/**
 * Adds every codec of the protocol to kafkajs, for reading and writing. kafkajs itself has only gzip, without a size
 * limit, and ends with an error at any other codec.
 */
export const codecsPatch: Patch = {
  issues: ['https://github.com/tulios/kafkajs/issues/597', 'https://github.com/tulios/kafkajs/issues/1795'],
  tests: ['test/kafka/codecs.test.ts', 'test/unit/kafka/kafkajs/codecs.test.ts'],
  removedBy: 'A release of kafkajs that has all codecs and closes #1795',
  apply() {
    CompressionCodecs[CompressionTypes.GZIP] = () => gzipCodec
    CompressionCodecs[CompressionTypes.Snappy] = snappyCodec
    CompressionCodecs[CompressionTypes.LZ4] = () => lz4Codec
    CompressionCodecs[CompressionTypes.ZSTD] = () => zstdCodec
  },
}
