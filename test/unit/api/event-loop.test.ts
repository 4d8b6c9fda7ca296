import { expect } from 'chai'
import { createPause } from '../../../api/core/event-loop.ts'

describe('the pause of a long computation', () => {
  it('yields the event loop after some milliseconds, not at each step', async () => {
    let now = 0
    const pause = createPause(() => now)
    const seen: string[] = []
    const other = () => seen.push('other')
    setImmediate(other)
    for (const step of [1, 2, 3]) {
      now += 2
      await pause()
      seen.push(`step ${step}`)
    }
    expect(seen).to.deep.equal(['step 1', 'step 2', 'other', 'step 3'])
    setImmediate(other)
    now += 4
    await pause()
    expect(seen.at(-1), 'counted from the pause before').to.equal('step 3')
  })
})
