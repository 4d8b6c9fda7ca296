import { zstdCompressSync } from 'node:zlib'
import { expect } from 'chai'
import kafkajs from 'kafkajs'
import { unpacked } from '../../../../kafka/kafkajs/batches/unpack.ts'

const { CompressionTypes } = kafkajs
const MIB = 1024 * 1024

describe('a small batch that decompresses to 1 GiB', () => {
  it('is decompressed up to the limit, and only as far as it is read', async () => {
    const bomb = zstdCompressSync(Buffer.alloc(1024 * MIB))
    let bytes = 0
    const readAll = async () => {
      for await (const part of unpacked(CompressionTypes.ZSTD, bomb)) bytes += part.length
    }
    const failed = await readAll().catch((error: Error) => error.message)
    expect(failed).to.match(/unpacks to more than \d+ bytes/)
    expect(bytes).to.be.within(255 * MIB, 256 * MIB)
    for await (const part of unpacked(CompressionTypes.ZSTD, bomb)) {
      expect(part.length).to.be.lessThanOrEqual(MIB)
      break
    }
  })
})
