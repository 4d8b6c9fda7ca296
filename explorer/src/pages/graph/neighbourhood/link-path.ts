import { box, type Place } from './neighbourhood-layout.ts'

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
