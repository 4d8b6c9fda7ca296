/** Sizes in pixels. */
export const box = { width: 264, height: 38, gap: 8, columnGap: 84, margin: 12 } as const
const pitch = box.height + box.gap

export interface Place {
  x: number
  y: number
}

export interface Layout {
  width: number
  height: number
  /** The upper left corner of each item. */
  places: ReadonlyMap<string, Place>
  /** The IDs of each column from top to bottom. The first column contains the center. */
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
 * Places all items in columns by hop. Within a column, items are in the order of their neighbors in the previous column
 * and as close to them as possible, so that links are short and rarely cross. New items do not change the order.
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

/** The neighbors of each item in earlier columns, and in later ones. */
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

/**
 * Orders each column by the mean position of its items' earlier neighbors. Items with the same mean keep their order.
 */
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

/** Moves the items of a column toward the centers of their neighbors. Items without neighbors there stay. */
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
 * The positions closest to the wanted ones, by least squares, that keep their order and are at least `gap` apart. Items
 * that are too close form a block, which is placed at the mean of its wanted positions.
 */
export function spread(wanted: readonly number[], gap: number): number[] {
  const blocks: { sum: number; count: number }[] = []
  wanted.forEach((place, index) => {
    // With the gaps subtracted, positions only need to be in ascending order.
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

/** The width of the curve of a link whose ends are in the same column. */
const BOW = 44

/** The SVG path of a link from the side of one box to the side of another. */
export function linkPath(a: Place, b: Place): string {
  const [ay, by] = [a.y + box.height / 2, b.y + box.height / 2]
  if (a.x === b.x) {
    const side = a.x + box.width
    // A link from an item to itself starts and ends at two different heights.
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
 * The node to which a key moves the focus: up and down within a column, Home and End to its ends, left and right to the
 * closest neighbor in the next column, or to the closest node if there is no neighbor. Null if the key moves nowhere.
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
