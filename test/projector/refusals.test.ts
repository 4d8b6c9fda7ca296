import { expect } from 'chai'
import { GraphError } from '../../cypher/errors.ts'
import { Fenced } from '../../projector/partitions/advance.ts'
import { createRefusals } from '../../projector/pipeline/refusals.ts'
import { claim } from '../support/events/apply-log.ts'
import { connectTestGraph } from '../support/graph/graph.ts'

describe('consecutive events that the graph refuses', () => {
  const graph = connectTestGraph()
  after(() => graph.close())

  const error = new GraphError('fault', 'refused')
  const chunk = { records: [], from: 0, to: 1 }
  const failure = (work: Promise<void>) =>
    work.then(
      () => null,
      (thrown: unknown) => thrown,
    )

  it('are rejected up to 100 per partition; from then on the error counts as one of the server', async () => {
    const refusals = createRefusals(graph)
    const [mine, other] = [await claim(graph), await claim(graph, { partition: 1 })]
    for (let n = 0; n < 100; n += 1) expect(await failure(refusals.note(mine, chunk, error)), String(n)).to.equal(null)
    expect(await failure(refusals.note(mine, chunk, error))).to.equal(error)
    expect(await failure(refusals.note(other, chunk, error)), 'another partition').to.equal(null)
    refusals.forget(mine)
    expect(await failure(refusals.note(mine, chunk, error)), 'one was taken').to.equal(null)
  })

  it('are not rejected by a projector that has lost the partition', async () => {
    const old = await claim(graph)
    await claim(graph, { groupId: old.groupId })
    expect(await failure(createRefusals(graph).note(old, chunk, error))).to.be.instanceOf(Fenced)
  })
})
