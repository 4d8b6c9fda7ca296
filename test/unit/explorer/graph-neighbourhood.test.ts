import { expect } from 'chai'
import { gainOf, neighbourhoodOf } from '../../../explorer/src/pages/graph/neighbourhood/neighbourhood.ts'
import { type Drawn, fold, foldLimit } from '../../../explorer/src/pages/graph/picture/fold.ts'
import { createChance } from '../../support/bom/bom-model.ts'
import { answerOf, nameOf, randomEdges, start, type TestEdge, walked } from '../../support/explorer/graph-rows.ts'

/** The hop of each entity, computed from the edges, independent of the `hop` in rows of the API. */
function hopsOf(edges: readonly TestEdge[], root: string): Map<string, number> {
  const hops = new Map([[root, 0]])
  for (let hop = 1, near = [root]; near.length > 0; hop += 1) {
    const ends = edges.flatMap(({ from, to }) => [
      ...(near.includes(from) ? [to] : []),
      ...(near.includes(to) ? [from] : []),
    ])
    near = [...new Set(ends)].filter((id) => !hops.has(id))
    for (const id of near) hops.set(id, hop)
  }
  return hops
}

const star = (center: string, count: number, type: TestEdge['type'] = 'MADE_FROM', first = 0): TestEdge[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${center} ${type} ${nameOf(first + index)}`,
    type,
    from: center,
    to: `${center}/${nameOf(first + index)}`,
  }))

describe('the neighbourhood of an entity', () => {
  it('contains each entity with its hop, and each relationship once', async () => {
    for (let seed = 1; seed < 20; seed += 1) {
      const edges = randomEdges(createChance(seed), 40, 45)
      const { answer } = await walked(edges, nameOf(0), 3)
      const { nodes, edges: own } = neighbourhoodOf(start(nameOf(0)), answer)
      const within = [...hopsOf(edges, nameOf(0))].filter(([, hop]) => hop <= 3)
      expect([...nodes.values()].map(({ id, hop }) => [id, hop]).sort()).to.deep.equal(within.sort())
      expect([...own.keys()].sort()).to.deep.equal(answer.rows.map(({ id }) => id).sort())
    }
  })

  it('contains a relationship of an entity with itself once, even if it is listed in both directions', () => {
    const edges: TestEdge[] = [{ id: 'e', type: 'SUBSTITUTE_FOR', from: 'a', to: 'a' }]
    const { rows } = answerOf(edges, 'a')
    const both = {
      ...answerOf(edges, 'a'),
      rows: [...rows, ...rows.map((row) => ({ ...row, direction: 'incoming' as const }))],
    }
    const { nodes, edges: own } = neighbourhoodOf(start('a'), both)
    expect([nodes.size, own.size]).to.deep.equal([1, 1])
  })

  it('predicts what an expansion adds, and keeps existing entities where they are', () => {
    for (let seed = 1; seed < 20; seed += 1) {
      const edges = randomEdges(createChance(seed), 30, 45)
      const base = neighbourhoodOf(start(nameOf(0)), answerOf(edges, nameOf(0)))
      for (const { id } of base.nodes.values()) {
        const answer = answerOf(edges, id)
        const whole = neighbourhoodOf(start(nameOf(0)), answerOf(edges, nameOf(0)), [{ id, answer }])
        expect(gainOf(base, answer)).to.deep.equal({
          entities: whole.nodes.size - base.nodes.size,
          relationships: whole.edges.size - base.edges.size,
          hasMore: false,
        })
        expect(gainOf(whole, answer)).to.include({ entities: 0, relationships: 0 })
        for (const [one, node] of base.nodes) expect(whole.nodes.get(one)).to.deep.equal(node)
      }
    }
  })

  it('ignores the expansion of a missing entity, and adds columns for expansions', () => {
    const edges = [...star('a', 1), ...star('a/00000', 1), ...star('a/00000/00000', 1)]
    const expansion = (id: string) => ({ id, answer: answerOf(edges, id) })
    const lost = neighbourhoodOf(start('a'), answerOf(edges, 'a'), [expansion('a/00000/00000'), expansion('a/00000')])
    expect(lost.nodes.size).to.equal(3)
    const all = neighbourhoodOf(start('a'), answerOf(edges, 'a'), [expansion('a/00000'), expansion('a/00000/00000')])
    expect(Math.max(...[...all.nodes.values()].map(({ hop }) => hop))).to.equal(3)
  })

  it('marks entities that the API names as truncated, or all possible ones if it truncated more than it names', async () => {
    for (const [entities, count, depth] of [
      [60, 60, 3],
      [90, 2000, 2],
      [300, 2600, 3],
      [120, 4000, 3],
    ] as const) {
      const edges = randomEdges(createChance(entities), entities, count)
      const { answer, cut } = await walked(edges, nameOf(0), depth)
      const whole = neighbourhoodOf(start(nameOf(0)), answer)
      expect(cut.filter((id) => !whole.cut.has(id))).to.deep.equal([])
      expect(whole.unnamedCut).to.equal(0)
      if (cut.length <= 50) expect([...whole.cut].sort()).to.deep.equal(cut)
      const degree = (id: string) => answer.rows.filter(({ from, to }) => from.id === id || to.id === id).length
      for (const id of whole.cut) if (!cut.includes(id)) expect(degree(id)).to.be.at.least(50)
    }
  })

  it('marks an entity whose list has more pages, until it is fully expanded', () => {
    const edges = star('a', 3)
    const cutAt = (hasMore: boolean, expanded?: boolean) =>
      neighbourhoodOf(
        start('a'),
        answerOf(edges, 'a', hasMore),
        expanded === undefined ? [] : [{ id: 'a', answer: answerOf(edges, 'a', expanded) }],
      ).cut.has('a')
    expect([cutAt(false), cutAt(true), cutAt(true, false), cutAt(true, true)]).to.deep.equal([false, true, false, true])
  })
})

describe('the drawing of a neighborhood', () => {
  const standsFor = (one: Drawn) => (one.kind === 'node' ? 1 : one.count + one.behind)

  it('represents every entity once, and has a line for every relationship between drawn entities', async () => {
    for (let seed = 1; seed < 20; seed += 1) {
      const edges = randomEdges(createChance(seed), 150, 300)
      const { answer } = await walked(edges, nameOf(0), 3)
      const whole = neighbourhoodOf(start(nameOf(0)), answer)
      const { drawn, links } = fold(whole, { limit: foldLimit(whole), opened: [] })
      expect(drawn.reduce((sum, one) => sum + standsFor(one), 0)).to.equal(whole.nodes.size)
      const ids = new Set(drawn.map(({ id }) => id))
      expect(ids.size).to.equal(drawn.length)
      const linked = new Set(links.flatMap((link) => link.edges.map(({ id }) => id)))
      for (const { id, from, to } of whole.edges.values())
        if (ids.has(from) && ids.has(to)) expect(linked.has(id)).to.equal(true)
      for (const { a, b } of links) expect(ids.has(a) && ids.has(b)).to.equal(true)
    }
  })

  it('shows the first entities of each kind in natural order, and a box for two or more others', () => {
    const edges = [...star('a', 30), ...star('a', 3, 'SUBSTITUTE_FOR', 50)]
    const { drawn } = fold(neighbourhoodOf(start('a'), answerOf(edges, 'a')), { limit: 2, opened: [] })
    expect(drawn.map((one) => (one.kind === 'box' ? one.count : one.id))).to.deep.equal([
      'a',
      'a/00000',
      'a/00001',
      28,
      'a/00050',
      'a/00051',
      'a/00052',
    ])
  })

  it('opens a box in steps', () => {
    const whole = neighbourhoodOf(start('a'), answerOf(star('a', 60), 'a'))
    const count = (opened: string[]) =>
      fold(whole, { limit: 5, opened })
        .drawn.map((one) => (one.kind === 'box' ? one.count : 0))
        .filter(Boolean)
    const key = 'a.MADE_FROM.outgoing'
    expect([count([]), count([key]), count([key, key]), count([key, key, key])]).to.deep.equal([[55], [31], [7], []])
  })

  it('has short columns at first, and hides nothing when an entity is expanded', () => {
    const edges = [...star('a', 12), ...star('a/00003', 40)]
    const base = neighbourhoodOf(start('a'), answerOf(edges, 'a'))
    const limit = foldLimit(base)
    const before = fold(base, { limit, opened: [] }).drawn.map(({ id }) => id)
    const whole = neighbourhoodOf(start('a'), answerOf(edges, 'a'), [
      { id: 'a/00003', answer: answerOf(edges, 'a/00003') },
    ])
    const after = fold(whole, { limit, opened: [] }).drawn
    expect(after.map(({ id }) => id)).to.include.members(before)
    expect(after.filter(({ hop }) => hop === 2)).to.have.lengthOf(13)
    const wide = neighbourhoodOf(
      start('a'),
      answerOf([...star('a', 400), ...star('a', 400, 'SUBSTITUTE_FOR', 400)], 'a'),
    )
    expect(fold(wide, { limit: foldLimit(wide), opened: [] }).drawn.length).to.be.within(10, 20)
  })
})
