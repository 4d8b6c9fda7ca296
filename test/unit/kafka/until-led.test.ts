import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { expect } from 'chai'
import kafkajs from 'kafkajs'
import { describePort } from '../../kafka/with-kafka.ts'

describePort('a request that is retried until a broker leads the partition', ({ connect }) => {
  let server: Server
  let address: string

  before(async () => {
    // A broker that was suspended for longer than its session accepts connections and closes them.
    server = createServer((socket) => socket.once('data', () => socket.end()))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const bound = server.address()
    address = `127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`
  })
  after(() => server.close())

  it('is sent again after a broker closed the connection', async () => {
    let asks = 0
    const found = await connect(address).untilLed(async () => {
      asks += 1
      return asks === 1 ? connect(address).endOffsets(['topic']) : 'answered'
    })
    expect([found, asks]).to.deep.equal(['answered', 2])
  })

  it('is sent again if the metadata of the client does not contain the broker yet', async () => {
    let asks = 0
    const found = await connect(address).untilLed(async () => {
      asks += 1
      // kafkajs declares its constructor without the message that it needs.
      if (asks === 1) throw Reflect.construct(kafkajs.KafkaJSBrokerNotFound, ['Broker 1 not found'])
      return 'answered'
    })
    expect([found, asks]).to.deep.equal(['answered', 2])
  })
})
