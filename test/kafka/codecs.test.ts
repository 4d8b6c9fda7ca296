import { gzipSync, zstdCompressSync } from 'node:zlib'
import { expect } from 'chai'
import kafkajs from 'kafkajs'
import { type Compression, registerCodecs } from '../../kafka/kafkajs/patches/codecs.ts'
import { until } from '../support/until.ts'
import { closeTopics, openTopic } from './with-kafka.ts'

const codecs: Compression[] = ['none', 'gzip', 'snappy', 'lz4', 'zstd']

describe('compression', () => {
  afterEach(closeTopics)

  for (const compression of codecs) {
    it(`reads what was sent with ${compression}`, async () => {
      const topic = await openTopic(1)
      const sent = Array.from({ length: 500 }, (_, at) => `${at} ${'Größe '.repeat(at % 50)}`)
      await topic.send(
        sent.map((value) => ({ key: 'a', value })),
        { compression },
      )
      const consumer = topic.consume()
      await until('all records', () => consumer.values(0).length >= sent.length)
      expect(consumer.values(0)).to.deep.equal(sent)
    })
  }

  it('refuses what unpacks to more than a broker would ever hold in one batch', async () => {
    registerCodecs()
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
