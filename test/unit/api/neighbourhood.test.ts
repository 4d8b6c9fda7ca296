import { expect } from 'chai'
import fc from 'fast-check'
import { type Bounds, type Step, walkNeighbourhood } from '../../../api/operations/graph/neighbourhood.ts'

/** An undirected edge between two numbered nodes; a loop when they are the same. */
type Edge = [from: number, to: number]
interface World {
  edges: Edge[]
  unpublished: Set<number>
}

const NODES = 8
const name = (node: number) => `n${node}`

const world: fc.Arbitrary<World> = fc.record({
  edges: fc.array(fc.tuple(fc.nat(NODES - 1), fc.nat(NODES - 1)), { maxLength: 30 }),
  unpublished: fc.uniqueArray(fc.integer({ min: 1, max: NODES - 1 }), { maxLength: 3 }).map((nodes) => new Set(nodes)),
})
const bounds: fc.Arbitrary<Bounds> = fc.record({
  depth: fc.integer({ min: 1, max: 3 }),
  perNode: fc.integer({ min: 1, max: 6 }),
  inAll: fc.integer({ min: 1, max: 30 }),
  atOnce: fc.integer({ min: 1, max: 4 }),
})

/** The steps from a node in the order of its edges; a loop counts twice. */
function stepsOf({ edges, unpublished }: World, node: number): Step[] {
  return edges.flatMap(([from, to], index) => {
    const step = (far: number) => ({
      edgeId: String(index).padStart(3, '0'),
      farId: name(far),
      farListed: !unpublished.has(far),
    })
    return [...(from === node ? [step(to)] : []), ...(to === node ? [step(from)] : [])]
  })
}

function walk(drawn: World, limits: Bounds) {
  const reads: string[][] = []
  const read = async (nodeIds: readonly string[], most: number) => {
    reads.push([...nodeIds])
    return new Map(nodeIds.map((id) => [id, stepsOf(drawn, Number(id.slice(1))).slice(0, most)]))
  }
  return walkNeighbourhood('n0', limits, read).then((found) => ({ ...found, reads }))
}

/**
 * The neighborhood by its definition instead of a traversal: each edge belongs to its end with the least (hop, node),
 * hops are computed by relaxation, and the bound on all edges cuts the sorted list.
 */
function byDefinition(drawn: World, { depth, perNode, inAll }: Bounds) {
  const own = (node: number) => stepsOf(drawn, node).slice(0, perNode)
  const hopOf = relax(own)
  const seen = [...hopOf].flatMap(([node, hop]) => (hop <= depth ? own(node).map((step) => ({ hop, node, step })) : []))
  seen.sort((a, b) => a.hop - b.hop || a.node - b.node || (a.step.edgeId < b.step.edgeId ? -1 : 1))
  const first = seen.filter((one, at) => seen.findIndex(({ step }) => step.edgeId === one.step.edgeId) === at)
  return {
    whole: first.map(({ hop, node, step }) => `${hop} ${name(node)} ${step.edgeId}`),
    listed: first.slice(0, inAll),
    hopOf,
  }
}

/** The hop at which each listed node's edges are listed: 1 for the root. */
function relax(own: (node: number) => Step[]): Map<number, number> {
  const hopOf = new Map([[0, 1]])
  for (let round = 0; round < NODES; round++) {
    for (const [node, hop] of [...hopOf]) {
      for (const { farId, farListed } of own(node)) {
        const far = Number(farId.slice(1))
        if (farListed && (hopOf.get(far) ?? Infinity) > hop + 1) hopOf.set(far, hop + 1)
      }
    }
  }
  return hopOf
}

describe('walkNeighbourhood', () => {
  it('lists the edges of the definition in the same order, for any number of nodes per read', async () => {
    await fc.assert(
      fc.asyncProperty(world, bounds, async (drawn, limits) => {
        const { found } = await walk(drawn, limits)
        const rows = found.map(({ hop, nearId, step }) => `${hop} ${nearId} ${step.edgeId}`)
        expect(rows).to.deep.equal(byDefinition(drawn, limits).whole.slice(0, limits.inAll))
      }),
      { numRuns: 2000 },
    )
  })

  it('names each node with edges that are not listed, and no other unless the total bound was reached', async () => {
    await fc.assert(
      fc.asyncProperty(world, bounds, async (drawn, limits) => {
        const { found, cut } = await walk(drawn, limits)
        const { whole, hopOf } = byDefinition(drawn, limits)
        const listed = new Set(found.map(({ step }) => step.edgeId))
        const isReached = (node: number) =>
          node === 0 || found.some(({ hop, step }) => hop < limits.depth && step.farListed && step.farId === name(node))
        const missing = [...hopOf.keys()].filter(
          (node) => isReached(node) && stepsOf(drawn, node).some(({ edgeId }) => !listed.has(edgeId)),
        )
        expect(cut).to.include.members(missing.map(name))
        if (whole.length >= limits.inAll) return
        const dense = [...hopOf.keys()].filter(
          (node) => isReached(node) && stepsOf(drawn, node).length > limits.perNode,
        )
        expect(cut).to.deep.equal(dense.map(name).sort())
      }),
      { numRuns: 2000 },
    )
  })

  it('reads each listed node once, none that is not listed, and at most the allowed number per read', async () => {
    await fc.assert(
      fc.asyncProperty(world, bounds, async (drawn, limits) => {
        const { reads } = await walk(drawn, limits)
        const nodes = reads.flat()
        expect(new Set(nodes).size).to.equal(nodes.length)
        for (const node of drawn.unpublished) expect(nodes).not.to.include(name(node))
        for (const chunk of reads) expect(chunk.length).to.be.at.most(limits.atOnce)
      }),
    )
  })
})
