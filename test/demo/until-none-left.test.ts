import { expect } from 'chai'
import { untilNoneLeft } from '../../demo/feed/until-none-left.ts'

describe('waiting for the projector', () => {
  it('ends only when no event is left', async () => {
    const counts = [3, 3, 1, 0, 7]
    await untilNoneLeft(
      async () => counts.shift() ?? 0,
      (left) => `${left} to go`,
      () => {},
    )
    expect(counts).to.deep.equal([7])
  })

  it('fails with the error of the graph', async () => {
    const failed = await untilNoneLeft(
      () => Promise.reject(new Error('The graph is gone')),
      String,
      () => {},
    ).catch((error: Error) => error.message)
    expect(failed).to.equal('The graph is gone')
  })
})
