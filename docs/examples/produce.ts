// Node 22.18 and later run this file as it is. With Node 20, use the Node that `npm ci` installs:
// node_modules/.bin/node docs/examples/produce.ts
import kafkajs from 'kafkajs'

const { KAFKA_BROKERS = '127.0.0.1:9092', KAFKA_TOPIC_PREFIX = '', ORGANIZATION = 'quillmere' } = process.env

const changedAt = new Date()
const event = {
  specversion: '1.0',
  id: `plm.M-9001.${changedAt.getTime()}`,
  source: '/plm/main',
  type: 'tenantdata.material.upserted.v1',
  subject: 'M-9001',
  time: changedAt.toISOString(),
  datacontenttype: 'application/json',
  tenantid: ORGANIZATION,
  sourceversion: String(changedAt.getTime()),
  data: {
    materialNumber: 'MT-9001',
    name: 'Ripstop 95',
    lifecycleState: 'approved',
    materialType: 'fabric',
    composition: [
      { fibre: 'cotton', percent: '97.5' },
      { fibre: 'elastane', percent: '2.5' },
    ],
    baseUom: 'MTR',
    references: [{ system: 'erp', instance: 'main', kind: 'material_number', value: '4109001' }],
  },
}

const kafka = new kafkajs.Kafka({ clientId: 'plm-export', brokers: KAFKA_BROKERS.split(',') })
const producer = kafka.producer({ idempotent: true, createPartitioner: kafkajs.Partitioners.DefaultPartitioner })
await producer.connect()
const [sent] = await producer.send({
  topic: `${KAFKA_TOPIC_PREFIX}tenantdata.records.v1`,
  messages: [
    {
      key: `${event.tenantid}/material${event.source}/${event.subject}`,
      value: JSON.stringify(event),
      headers: { 'content-type': 'application/cloudevents+json' },
    },
  ],
})
await producer.disconnect()
console.log(`${event.subject} is in partition ${sent?.partition} at offset ${sent?.baseOffset}`)
