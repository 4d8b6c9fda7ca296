import { expect } from 'chai'
import {
  box,
  type Layout,
  layOut,
  linkPath,
  nextNode,
  spread,
} from '../../../explorer/src/pages/graph/picture/layout.ts'
import { clampZoom, fitZoom, nextZoom, wheelZoom } from '../../../explorer/src/pages/graph/picture/zoom.ts'
import { createChance } from '../../support/bom/bom-model.ts'

interface Tree {
  items: { id: string; hop: number }[]
  links: { a: string; b: string }[]
}

/** A random tree in breadth-first order. */
function randomTree(seed: number, depth: number): Tree {
  const { below } = createChance(seed)
  const tree: Tree = { items: [{ id: 'r', hop: 0 }], links: [] }
  for (let hop = 1; hop <= depth; hop += 1) {
    for (const parent of tree.items.filter((item) => item.hop === hop - 1)) {
      for (let child = below(5); child > 0; child -= 1) {
        const id = `${parent.id}.${child}`
        tree.items.push({ id, hop })
        tree.links.push({ a: parent.id, b: id })
      }
    }
  }
  return tree
}

function crossings({ places }: Layout, links: Tree['links']): number {
  const y = (id: string) => places.get(id)?.y ?? Number.NaN
  const x = (id: string) => places.get(id)?.x
  const pairs = links.flatMap((one, index) => links.slice(index + 1).map((other) => [one, other] as const))
  return pairs.filter(
    ([one, other]) => x(one.a) === x(other.a) && (y(one.a) - y(other.a)) * (y(one.b) - y(other.b)) < 0,
  ).length
}

describe('the layout of a neighborhood', () => {
  it('has a column for each hop, and no overlaps', () => {
    for (let seed = 1; seed < 30; seed += 1) {
      const { items, links } = randomTree(seed, 3)
      const { places, width, height, columns } = layOut(items, links)
      expect(places.size).to.equal(items.length)
      for (const { id, hop } of items) {
        const { x = 0, y = 0 } = places.get(id) ?? {}
        expect(x).to.equal(box.margin + hop * (box.width + box.columnGap))
        expect(y).to.be.within(0, height - box.height)
        expect(x + box.width).to.be.at.most(width)
      }
      for (const column of columns) {
        const tops = column.map((id) => places.get(id)?.y ?? 0)
        tops.slice(1).forEach((top, row) => {
          expect(top - (tops[row] ?? 0)).to.be.at.least(box.height + box.gap - 0.001)
        })
      }
    }
  })

  it('has no crossing lines for a tree, and places parents between their children', () => {
    for (let seed = 1; seed < 30; seed += 1) {
      const { items, links } = randomTree(seed, 3)
      const layout = layOut(items, links)
      expect(crossings(layout, links)).to.equal(0)
      const ys = links.filter(({ a }) => a === 'r').map(({ b }) => layout.places.get(b)?.y ?? 0)
      const top = layout.places.get('r')?.y ?? Number.NaN
      if (ys.length > 0) expect(top).to.be.within(Math.min(...ys), Math.max(...ys))
    }
  })

  it('places an entity with several neighbors between them', () => {
    const items = [
      ...['r'].map((id) => ({ id, hop: 0 })),
      ...['a', 'b', 'c'].map((id) => ({ id, hop: 1 })),
      ...['z', 'y', 'x'].map((id) => ({ id, hop: 2 })),
    ]
    const links = [
      ...['a', 'b', 'c'].map((b) => ({ a: 'r', b })),
      { a: 'c', b: 'z' },
      { a: 'a', b: 'y' },
      { a: 'c', b: 'y' },
      { a: 'a', b: 'x' },
    ]
    const layout = layOut(items, links)
    expect(layout.columns).to.deep.equal([['r'], ['a', 'b', 'c'], ['x', 'y', 'z']])
    expect(crossings(layout, links)).to.equal(0)
  })

  it('keeps the order of earlier columns when entities are added', () => {
    for (let seed = 1; seed < 30; seed += 1) {
      const { items, links } = randomTree(seed, 3)
      const early = (hop: number) => ({
        items: items.filter((item) => item.hop <= hop),
        links: links.filter(({ b }) => items.some((item) => item.id === b && item.hop <= hop)),
      })
      const [small, large] = [early(2), early(3)]
      expect(layOut(large.items, large.links).columns.slice(0, 3)).to.deep.equal(
        layOut(small.items, small.links).columns.slice(0, 3),
      )
    }
  })

  it('is a single box for one entity', () => {
    const { places, width, height } = layOut([{ id: 'r', hop: 0 }], [])
    expect(places.get('r')).to.deep.equal({ x: box.margin, y: box.margin })
    expect([width, height]).to.deep.equal([box.width + 2 * box.margin, box.height + 2 * box.margin])
  })
})

describe('the positions in a column', () => {
  it('are the preferred ones, or the nearest without overlaps', () => {
    expect(spread([0, 10, 20], 10)).to.deep.equal([0, 10, 20])
    expect(spread([0, 0], 10)).to.deep.equal([-5, 5])
    expect(spread([100, 0, 50], 10)).to.deep.equal([40, 50, 60])
    expect(spread([], 10)).to.deep.equal([])
  })

  it('are nearer to the preferred ones than random alternatives', () => {
    for (let seed = 1; seed < 20; seed += 1) {
      const { below } = createChance(seed)
      const wanted = Array.from({ length: 6 }, () => below(40))
      const cost = (places: readonly number[]) =>
        places.reduce((sum, place, index) => sum + (place - (wanted[index] ?? 0)) ** 2, 0)
      const best = spread(wanted, 5)
      for (let attempt = 0; attempt < 200; attempt += 1) {
        let last = below(40) - 20
        const other = wanted.map(() => {
          last += 5 + below(8)
          return last
        })
        expect(cost(best)).to.be.at.most(cost(other) + 0.001)
      }
    }
  })
})

describe('keyboard navigation in the graph', () => {
  const items = ['r', 'a', 'b', 'c', 'x', 'y'].map((id) => ({ id, hop: id === 'r' ? 0 : id < 'd' ? 1 : 2 }))
  const links = [
    { a: 'r', b: 'a' },
    { a: 'r', b: 'b' },
    { a: 'r', b: 'c' },
    { a: 'a', b: 'x' },
    { a: 'a', b: 'y' },
  ]
  const layout = layOut(items, links)
  const from = (id: string) => (key: string) => nextNode(key, id, layout, links)

  it('moves within columns, to their ends, and to connected entities', () => {
    expect(['ArrowUp', 'ArrowDown', 'Home', 'End', 'ArrowLeft'].map(from('b'))).to.deep.equal(['a', 'c', 'a', 'c', 'r'])
    expect(['ArrowUp', 'ArrowLeft', 'ArrowRight'].map(from('r'))).to.deep.equal(['r', 'r', 'b'])
    expect(['ArrowLeft', 'ArrowRight', 'ArrowDown'].map(from('y'))).to.deep.equal(['a', 'y', 'y'])
  })

  it('moves to the nearest entity of the next column if none is connected, and ignores other keys', () => {
    expect(from('c')('ArrowRight')).to.equal('y')
    expect([from('b')('x'), from('none')('ArrowDown')]).to.deep.equal([null, null])
  })
})

describe('the line between two nodes', () => {
  const numbers = (path: string) => path.match(/-?[\d.]+/g)?.map(Number) ?? []

  it('connects the sides of the nodes that face each other', () => {
    const [left, right] = [
      { x: 0, y: 0 },
      { x: 400, y: 100 },
    ]
    const there = numbers(linkPath(left, right))
    expect([there.slice(0, 2), there.slice(-2)]).to.deep.equal([
      [box.width, box.height / 2],
      [400, 100 + box.height / 2],
    ])
    const back = numbers(linkPath(right, left))
    expect([back.slice(0, 2), back.slice(-2)]).to.deep.equal([there.slice(-2), there.slice(0, 2)])
  })

  it('is curved next to the column for two nodes of the same column, and for a node with itself', () => {
    for (const other of [80, 0]) {
      const [x1 = 0, y1 = 0, x2 = 0, , , , x4 = 0, y4 = 0] = numbers(linkPath({ x: 0, y: 0 }, { x: 0, y: other }))
      expect([x1, x4]).to.deep.equal([box.width, box.width])
      expect(x2).to.be.above(box.width)
      expect(y4).to.be.above(y1)
    }
  })
})

describe('the zoom of the picture', () => {
  const frame = { width: 800, height: 600 }

  it('shows the whole picture at first, and does not enlarge a small one', () => {
    for (const [width, height] of [
      [1600, 300],
      [300, 1801],
      [801, 600],
    ] as const) {
      const zoom = fitZoom({ width, height }, frame)
      expect(width * zoom).to.be.at.most(frame.width)
      expect(height * zoom).to.be.at.most(frame.height)
      expect(Math.max((width * zoom) / frame.width, (height * zoom) / frame.height)).to.be.above(0.99)
    }
    expect(fitZoom({ width: 100, height: 100 }, frame)).to.equal(1)
    expect(fitZoom({ width: 100, height: 100_000 }, frame)).to.equal(clampZoom(0))
  })

  it('changes in steps from any factor, up to a limit', () => {
    expect([nextZoom(0.73, 1), nextZoom(0.73, -1), nextZoom(1, 1), nextZoom(1, -1)]).to.deep.equal([
      0.8, 0.65, 1.25, 0.8,
    ])
    for (const [direction, limit] of [
      [1, clampZoom(100)],
      [-1, clampZoom(0)],
    ] as const) {
      let zoom = 1
      for (let step = 0; step < 20; step += 1) zoom = nextZoom(zoom, direction)
      expect(zoom).to.equal(limit)
    }
  })

  it('follows the wheel, and returns when it is turned back', () => {
    const turn = (zoom: number, deltaY: number, deltaMode = 0) => wheelZoom(zoom, { deltaY, deltaMode })
    expect(turn(1, -50)).to.be.above(1)
    expect(turn(turn(1, -50), 50)).to.be.closeTo(1, 1e-9)
    expect(turn(1, -1, 1)).to.be.above(turn(1, -1))
    expect(turn(1, -1e9)).to.equal(turn(1, -100))
    expect(turn(2.4, -100)).to.equal(clampZoom(100))
  })
})
