import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { expect } from 'chai'
import { endOffsets } from '../../../../kafka/kafkajs/topics/end-offsets.ts'
import { untilLed } from '../../../../kafka/kafkajs/topics/until-led.ts'
import { connectTestKafka } from '../../../kafka/with-kafka.ts'

describe('what is asked until a broker leads', () => {
  let server: Server
  let address: string

  before(async () => {
    // As a broker does that was suspended for longer than its session: it takes connections and hangs up.
    server = createServer((socket) => socket.once('data', () => socket.end()))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const bound = server.address()
    address = `127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`
  })
  after(() => server.close())

  it('is asked again after a broker has hung up', async () => {
    let asks = 0
    const found = await untilLed(async () => {
      asks += 1
      return asks === 1 ? endOffsets(connectTestKafka(address), ['topic']) : 'answered'
    })
    expect([found, asks]).to.deep.equal(['answered', 2])
  })
})
