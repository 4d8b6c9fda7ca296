import { expect } from 'chai'
import type { Graph } from '../../cypher/connect.ts'
import { claimOffset, listOffsets } from '../../cypher/system/offsets.ts'
import { beginRebuild, endDrop } from '../../cypher/system/rebuild.ts'
import { connectTestGraph, freshOrganization } from '../support/graph/graph.ts'
import { deleteGroup } from '../support/graph/stored-nodes.ts'

describe('a claim of a partition', () => {
  const groupId = `claims-${freshOrganization()}`
  const rebuildId = 'rebuild'
  const found = { partitions: 12, expectedPartitions: 12, clusterId: 'c', topicId: 't', logStart: 0 }
  let graph: Graph

  before(() => {
    graph = connectTestGraph()
  })
  after(async () => {
    await deleteGroup(graph, groupId)
    await graph.close()
  })

  const claim = (partition: number) =>
    graph.write((run) => run(claimOffset, null, { groupId, topic: 'records', partition, owner: 'o', ...found }))
  const offsets = () => graph.read(listOffsets, null, { groupId })

  it('is refused while a rebuild drops the graph, whether the partition has an offset or not', async () => {
    expect(await claim(0)).to.have.length(1)
    await graph.write((run) => run(beginRebuild, null, { groupId, rebuildId }))
    const before = await offsets()
    expect(before.map(({ partition }) => partition)).to.deep.equal([0])
    expect(await claim(0)).to.deep.equal([])
    expect(await claim(1)).to.deep.equal([])
    expect(await offsets()).to.deep.equal(before)
  })

  it('succeeds again once everything is dropped', async () => {
    await graph.write((run) => run(endDrop, null, { groupId, rebuildId }))
    expect((await claim(0)).map(({ epoch }) => Number(epoch))).to.deep.equal([2])
    expect((await claim(1)).map(({ epoch }) => Number(epoch))).to.deep.equal([1])
  })
})
