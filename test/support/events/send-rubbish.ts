import kafkajs from 'kafkajs'
import { compressFrame } from 'lz4-napi'
import { codecsPatch } from '../../../kafka/kafkajs/patches/codecs.ts'

const { CompressionCodecs, CompressionTypes } = kafkajs

/**
 * Makes `send` write a batch that brokers accept and no client can read: an lz4 frame with a wrong checksum, which
 * brokers do not verify.
 */
export async function sendRubbish(send: () => Promise<unknown>): Promise<void> {
  const compress = async (encoder: { buffer: Buffer }) => {
    const frame = await compressFrame(encoder.buffer, { contentChecksum: true })
    frame.writeUInt32LE((frame.readUInt32LE(frame.length - 4) ^ 1) >>> 0, frame.length - 4)
    return frame
  }
  // Only compression is replaced, so that consumers in this process can still read.
  const { decompress } = CompressionCodecs[CompressionTypes.LZ4]()
  CompressionCodecs[CompressionTypes.LZ4] = () => ({ compress, decompress })
  await send().finally(() => codecsPatch.apply())
}
