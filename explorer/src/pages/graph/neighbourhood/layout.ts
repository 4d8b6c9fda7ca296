/** Sizes in pixels. */
export const box = { width: 244, height: 38, gap: 8, columnGap: 84, margin: 12 } as const
const pitch = box.height + box.gap

export interface Place {
  x: number
  y: number
}

export interface Layout {
  width: number
  height: number
  /** The upper left corner of each. */
  places: ReadonlyMap<string, Place>
  /** The ids of each column from top to bottom, the middle of the neighbourhood first. */
  columns: readonly (readonly string[])[]
}

interface Item {
  id: string
  hop: number
}

interface Link {
  a: string
  b: string
}

/**
 * Places everything by columns of hops. Within a column it stands in the order of what it hangs on, and as near to it as the
 * others let it, so that links stay short and cross little. What is added at the right moves nothing out of its order.
 */
export function layOut(items: readonly Item[], links: readonly Link[]): Layout {
  const hops = [...new Set(items.map(({ hop }) => hop))].sort((a, b) => a - b)
  const columnOf = new Map(items.map(({ id, hop }) => [id, hops.indexOf(hop)]))
  const { before, after } = neighboursOf(links, columnOf)
  const columns = ordered(items, hops, before)
  const centres = new Map<string, number>()
  for (const column of columns) settle(column, before, centres)
  for (const column of columns.toReversed()) settle(column, after, centres)
  const top = Math.min(0, ...centres.values())
  const places = new Map<string, Place>()
  columns.forEach((column, index) => {
    for (const id of column) {
      const y = box.margin + (centres.get(id) ?? 0) - top
      places.set(id, { x: box.margin + index * (box.width + box.columnGap), y })
    }
  })
  const bottom = Math.max(0, ...[...places.values()].map(({ y }) => y)) + box.height + box.margin
  const width = Math.max(1, columns.length) * (box.width + box.columnGap) - box.columnGap + 2 * box.margin
  return { width, height: bottom, places, columns }
}

type Neighbours = ReadonlyMap<string, readonly string[]>

/** Of each what it is linked to in earlier columns, and in later ones. */
function neighboursOf(links: readonly Link[], columnOf: ReadonlyMap<string, number>) {
  const before = new Map<string, string[]>()
  const after = new Map<string, string[]>()
  const note = (map: Map<string, string[]>, id: string, other: string) => map.set(id, [...(map.get(id) ?? []), other])
  for (const { a, b } of links) {
    const [left, right] = (columnOf.get(a) ?? 0) <= (columnOf.get(b) ?? 0) ? [a, b] : [b, a]
    if (columnOf.get(left) === columnOf.get(right)) continue
    note(before, right, left)
    note(after, left, right)
  }
  return { before, after }
}

/** Each column by the mean place of what its items hang on; those that hang on the same keep the order in which they came. */
function ordered(items: readonly Item[], hops: readonly number[], before: Neighbours): string[][] {
  const rows = new Map<string, number>()
  return hops.map((hop) => {
    const column = items.filter((item) => item.hop === hop).map(({ id }) => id)
    const weights = new Map(column.map((id) => [id, mean((before.get(id) ?? []).map((one) => rows.get(one) ?? 0))]))
    const sorted = column.toSorted((a, b) => (weights.get(a) ?? 0) - (weights.get(b) ?? 0))
    sorted.forEach((id, row) => {
      rows.set(id, row)
    })
    return sorted
  })
}

/** Moves a column towards the middles of what it is linked to; what is linked to nothing there stays where it is. */
function settle(column: readonly string[], neighbours: Neighbours, centres: Map<string, number>): void {
  const wanted = column.map((id, row) => {
    const linked = (neighbours.get(id) ?? []).map((one) => centres.get(one) ?? 0)
    return linked.length > 0 ? mean(linked) : (centres.get(id) ?? row * pitch)
  })
  spread(wanted, pitch).forEach((centre, row) => {
    const id = column[row]
    if (id !== undefined) centres.set(id, centre)
  })
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * The places that are nearest to the wanted ones (by the squares of the differences) when they keep their order and are at
 * least `gap` apart: neighbours that are too near each other become a block, which stands at the mean of what they want.
 */
export function spread(wanted: readonly number[], gap: number): number[] {
  const blocks: { sum: number; count: number }[] = []
  wanted.forEach((place, index) => {
    // Without the gaps, places must only not fall.
    let block = { sum: place - index * gap, count: 1 }
    for (let last = blocks.at(-1); last && last.sum / last.count > block.sum / block.count; last = blocks.at(-1)) {
      blocks.pop()
      block = { sum: last.sum + block.sum, count: last.count + block.count }
    }
    blocks.push(block)
  })
  return blocks
    .flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
    .map((place, index) => place + index * gap)
}

/** How far a link bows out of a column when both of its ends stand in it. */
const BOW = 44

/** The path of a link from the side of one box to the side of another, as SVG has it. */
export function linkPath(a: Place, b: Place): string {
  const [ay, by] = [a.y + box.height / 2, b.y + box.height / 2]
  if (a.x === b.x) {
    const side = a.x + box.width
    // What is linked with itself needs two places to bow between.
    const apart = ay === by ? box.height / 4 : 0
    return path([side, ay - apart], [side + BOW, ay - apart], [side + BOW, by + apart], [side, by + apart])
  }
  const isRight = b.x > a.x
  const [ax, bx] = isRight ? [a.x + box.width, b.x] : [a.x, b.x + box.width]
  const middle = isRight ? box.columnGap / 2 : -box.columnGap / 2
  return path([ax, ay], [ax + middle, ay], [bx - middle, by], [bx, by])
}

type Point = readonly [number, number]

function path(start: Point, ...points: readonly [Point, Point, Point]): string {
  const text = ([x, y]: Point) => `${round(x)},${round(y)}`
  return `M${text(start)} C${points.map(text).join(' ')}`
}

const round = (value: number) => Math.round(value * 10) / 10

/**
 * The node that a key leads to: up and down within a column, to its ends, and left and right to the next column, there to the
 * nearest of those that the node is linked to, else to the nearest. Null for a key that leads nowhere.
 */
export function nextNode(
  key: string,
  current: string,
  { columns, places }: Pick<Layout, 'columns' | 'places'>,
  links: readonly { a: string; b: string }[],
): string | null {
  const index = columns.findIndex((column) => column.includes(current))
  const column = columns[index]
  if (column === undefined) return null
  const row = column.indexOf(current)
  switch (key) {
    case 'ArrowUp':
      return column[row - 1] ?? current
    case 'ArrowDown':
      return column[row + 1] ?? current
    case 'Home':
      return column[0] ?? current
    case 'End':
      return column.at(-1) ?? current
    case 'ArrowLeft':
      return nearest(columns[index - 1] ?? []) ?? current
    case 'ArrowRight':
      return nearest(columns[index + 1] ?? []) ?? current
    default:
      return null
  }

  function nearest(others: readonly string[]): string | undefined {
    const linked = others.filter((other) => links.some(({ a, b }) => isPair(a, b, other)))
    const away = (id: string) => Math.abs((places.get(id)?.y ?? 0) - (places.get(current)?.y ?? 0))
    return (linked.length > 0 ? linked : others).toSorted((a, b) => away(a) - away(b))[0]
  }

  function isPair(a: string, b: string, other: string): boolean {
    return (a === current && b === other) || (b === current && a === other)
  }
}
