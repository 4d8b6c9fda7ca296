import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect } from 'chai'
import kafkajs from 'kafkajs'
import { codecsPatch } from '../../../../kafka/kafkajs/patches/codecs.ts'

describe('the codecs given to kafkajs', () => {
  it('reject data that decompresses to more than 256 MiB, which no batch contains', async () => {
    codecsPatch.apply()
    const { CompressionCodecs, CompressionTypes } = kafkajs
    const bomb = Buffer.alloc(257 * 1024 * 1024)
    const tooLarge = (type: 1 | 4, packed: Buffer) =>
      CompressionCodecs[type]()
        .decompress(packed)
        .then(
          () => 'unpacked',
          (error: { code: string }) => error.code,
        )
    expect(await tooLarge(CompressionTypes.ZSTD, zstdCompressSync(bomb))).to.equal('ERR_BUFFER_TOO_LARGE')
    expect(await tooLarge(CompressionTypes.GZIP, gzipSync(bomb, { level: 1 }))).to.equal('ERR_BUFFER_TOO_LARGE')
  })
})
