import { expect } from 'chai'
import kafkajs, { type LogEntry } from 'kafkajs'
import { logOfKafkajs } from '../../../../kafka/kafkajs/log.ts'

const { logLevel } = kafkajs

function record() {
  const lines: [string, object, string][] = []
  const writer = (level: string) => (fields: object, message: string) => void lines.push([level, fields, message])
  const log = { debug: writer('debug'), info: writer('info'), warn: writer('warn'), error: writer('error') }
  return { lines, write: logOfKafkajs(log) }
}

function entry(level: number, message: string, extra: object = {}): LogEntry {
  const log = { timestamp: '2027-03-14T00:00:00.000Z', message, logger: 'kafkajs', ...extra }
  return { namespace: 'Connection', level, label: 'X', log }
}

describe('the log of kafkajs', () => {
  it('logs errors of kafkajs as warnings, and the rest at the level debug', () => {
    const { lines, write } = record()
    write(entry(logLevel.ERROR, 'away'))
    write(entry(logLevel.WARN, 'rebalancing'))
    write(entry(logLevel.INFO, 'joined'))
    expect(lines.map(([level, , message]) => [level, message])).to.deep.equal([
      ['warn', 'away'],
      ['debug', 'rebalancing'],
      ['debug', 'joined'],
    ])
  })

  it('logs a repeated message at the level debug', () => {
    const { lines, write } = record()
    for (const message of ['away', 'away', 'still away', 'away']) write(entry(logLevel.ERROR, message))
    expect(lines.map(([level]) => level)).to.deep.equal(['warn', 'debug', 'warn', 'debug'])
  })

  it('has only known fields, which cannot contain a payload', () => {
    const { lines, write } = record()
    const payload = {
      value: 'payload',
      data: { rows: ['payload'] },
      payload: Buffer.from('payload'),
      error: { value: 'payload' },
    }
    write(
      entry(logLevel.ERROR, 'failed', { broker: 'kafka:9092', topic: 't', partition: 3, retryCount: 1, ...payload }),
    )
    expect(lines).to.deep.equal([
      ['warn', { kafkajs: 'Connection', broker: 'kafka:9092', topic: 't', partition: 3, retryCount: 1 }, 'failed'],
    ])
  })
})
