import { expect } from 'chai'
import { createMetrics } from '../../../projector/metrics.ts'
import { reportDead } from '../../../projector/report.ts'

describe('the log line of dead letters', () => {
  it('is one line of bounded length for any number of dead letters, and contains no keys', () => {
    const lines: object[] = []
    const none = () => undefined
    const log = { debug: none, info: none, error: none, warn: (fields: object) => void lines.push(fields) }
    const dead = Array.from({ length: 1000 }, (_, offset) => ({
      record: { offset, timestamp: 0, key: Buffer.from('secret'), value: null, headers: {} },
      reason: 'unknown_organization' as const,
      detail: 'secret',
      organization: `o${offset % 50}`,
    }))
    const metrics = createMetrics()
    reportDead({ metrics, log }, { topic: 'records', partition: 3 }, dead)
    reportDead({ metrics, log }, { topic: 'records', partition: 3 }, [])
    expect(lines).to.have.length(1)
    const [line] = lines
    expect(line).to.include({ topic: 'records', partition: 3, count: 1000 })
    const { deadLetters } = line as { deadLetters: object[] }
    expect(deadLetters).to.have.length(20)
    const first = { reason: 'unknown_organization', organization: 'o0', count: 20, offsets: [0, 50, 100, 150, 200] }
    expect(deadLetters[0]).to.deep.equal(first)
    expect(JSON.stringify(line)).to.have.length.below(4000).and.not.contain('secret')
  })
})
