import type { Palette, Tone } from './palette.ts'

/** A picture of the docs, in pixels. It is written once for each palette. */
export interface Diagram {
  /** The base name of its files, in kebab-case. */
  name: string
  /** Read by screen readers in place of the picture: what it is, and what it shows. */
  title: string
  description: string
  width: number
  height: number
  shapes: readonly Shape[]
}

export type Point = readonly [x: number, y: number]

/** A part of a picture. A test checks that its `texts` fit. */
export interface Shape {
  svg(palette: Palette): string
  texts: readonly PlacedText[]
}

export interface PlacedText {
  content: string
  size: number
  /** Left end, right end and baseline, estimated. */
  left: number
  right: number
  baseline: number
  /** The area in which the text must fit. Null means the whole picture. */
  within: { left: number; right: number; top: number; bottom: number } | null
}

export interface TextStyle {
  size?: number
  anchor?: 'start' | 'middle' | 'end'
  tone?: Tone | undefined
  isBold?: boolean
  isCode?: boolean
}

const TITLE = 15
const LINE = 13
const LEADING = 18

/** Text at a point, at which its baseline starts, is centered, or ends. */
export function text(x: number, y: number, content: string, style: TextStyle = {}): Shape {
  const { size = LINE, anchor = 'middle', tone = 'plain', isBold = false, isCode = false } = style
  const width = widthOf(content, size, isCode)
  const left = anchor === 'start' ? x : anchor === 'middle' ? x - width / 2 : x - width
  const family = isCode ? 'ui-monospace, Menlo, Consolas, monospace' : 'system-ui, -apple-system, Segoe UI, sans-serif'
  const weight = isBold ? ' font-weight="600"' : ''
  return {
    svg: (palette) =>
      `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}"${weight} text-anchor="${anchor}" ` +
      `fill="${palette[tone].ink}">${escapeXml(content)}</text>`,
    texts: [{ content, size, left, right: left + width, baseline: y, within: null }],
  }
}

/** A rounded box with a title and lines below it, centered. */
export function box(
  [x, y]: Point,
  [width, height]: Point,
  title: string,
  lines: readonly string[] = [],
  { tone = 'plain', isCode = false }: { tone?: Tone; isCode?: boolean } = {},
): Shape {
  const middle = x + width / 2
  const first = y + height / 2 - (lines.length * LEADING) / 2 + TITLE / 3
  const parts = [
    text(middle, first, title, { size: TITLE, isBold: true, tone, isCode }),
    ...lines.map((line, at) => text(middle, first + (at + 1) * LEADING, line, { tone: toneOfLines(tone) })),
  ]
  const within = { left: x, right: x + width, top: y, bottom: y + height }
  return {
    svg: (palette) =>
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="${palette[tone].fill}" ` +
      `stroke="${palette[tone].stroke}" stroke-width="1.5"/>${parts.map((part) => part.svg(palette)).join('')}`,
    texts: parts.flatMap((part) => part.texts.map((placed) => ({ ...placed, within }))),
  }
}

/** A dashed frame around parts that belong together, with its name at the top left. */
export function frame([x, y]: Point, [width, height]: Point, name: string): Shape {
  const label = text(x + 12, y + 20, name, { anchor: 'start', tone: 'muted', isBold: true })
  return {
    svg: (palette) =>
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10" fill="none" stroke="${palette.muted.stroke}" ` +
      `stroke-width="1.5" stroke-dasharray="5 4"/>${label.svg(palette)}`,
    texts: label.texts,
  }
}

/**
 * A line through points with an arrowhead at the last one. Its label is centered above the middle of its longest part.
 */
export function arrow(
  points: readonly Point[],
  {
    label,
    tone = 'muted',
    isDashed = false,
    hasHead = true,
    at,
  }: { label?: string; tone?: Tone; isDashed?: boolean; hasHead?: boolean; at?: Point } = {},
): Shape {
  const [last = [0, 0], before = last] = [...points].reverse()
  const place = at ?? labelPlace(points)
  const words = label === undefined ? [] : [text(place[0], place[1], label, { tone, size: 12 })]
  const dash = isDashed ? ' stroke-dasharray="5 4"' : ''
  return {
    svg: (palette) => {
      const { stroke } = palette[tone]
      const path = `<polyline points="${points.join(' ')}" fill="none" stroke="${stroke}" stroke-width="1.8"${dash}/>`
      const head = hasHead ? `<polygon points="${headAt(last, before).join(' ')}" fill="${stroke}"/>` : ''
      return path + head + words.map((word) => word.svg(palette)).join('')
    },
    texts: words.flatMap(({ texts }) => texts),
  }
}

/** A bar along an axis, such as a span of time. */
export function bar([x, y]: Point, [width, height]: Point, label: string, tone: Tone): Shape {
  const word = text(x + width / 2, y + height / 2 + 4.5, label, { tone })
  const within = { left: x, right: x + width, top: y, bottom: y + height }
  return {
    svg: (palette) =>
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${palette[tone].fill}" ` +
      `stroke="${palette[tone].stroke}"/>${word.svg(palette)}`,
    texts: word.texts.map((placed) => ({ ...placed, within })),
  }
}

/** A dot, such as an event in time. */
export function dot([x, y]: Point, tone: Tone): Shape {
  return { svg: (palette) => `<circle cx="${x}" cy="${y}" r="5" fill="${palette[tone].stroke}"/>`, texts: [] }
}

/** The estimated width of a text, from the mean width of characters in common fonts, plus a margin. */
function widthOf(content: string, size: number, isCode: boolean): number {
  return content.length * size * (isCode ? 0.61 : 0.54)
}

function labelPlace(points: readonly Point[]): Point {
  const parts = points.slice(1).map((end, at) => ({ start: points[at] ?? end, end }))
  const longest = parts.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]
  if (longest === undefined) return [0, 0]
  const { start, end } = longest
  return [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2 - 7]
}

function lengthOf({ start, end }: { start: Point; end: Point }): number {
  return Math.hypot(end[0] - start[0], end[1] - start[1])
}

function headAt([x, y]: Point, [fromX, fromY]: Point): Point[] {
  const angle = Math.atan2(y - fromY, x - fromX)
  const corner = (turn: number): Point => [
    rounded(x - 9 * Math.cos(angle + turn)),
    rounded(y - 9 * Math.sin(angle + turn)),
  ]
  return [[x, y], corner(0.42), corner(-0.42)]
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}

function toneOfLines(tone: Tone): Tone {
  return tone === 'plain' ? 'muted' : tone
}

export function escapeXml(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
