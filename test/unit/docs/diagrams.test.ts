import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { diagrams } from '../../../dev/diagrams/diagrams.ts'
import type { PlacedText } from '../../../dev/diagrams/draw.ts'
import { palettes, tones } from '../../../dev/diagrams/palette.ts'
import { svgOf } from '../../../dev/diagrams/svg-of.ts'
import { projectFolder } from '../../../dev/runtime/folders.ts'

const folder = join(projectFolder, 'docs/diagrams')

describe('the diagrams of the docs', () => {
  it('are up to date with their definitions, in both themes', () => {
    expect(diagrams).to.have.length.above(13)
    const drawn = diagrams.flatMap((diagram) =>
      Object.entries(palettes).map(([theme, palette]) => [`${diagram.name}-${theme}.svg`, svgOf(diagram, palette)]),
    )
    const written = readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), 'utf8')])
    expect(new Map(written as [string, string][])).to.deep.equal(new Map(drawn as [string, string][]))
  })

  for (const { name, title, description, width, height, shapes } of diagrams) {
    const texts = shapes.flatMap((shape) => shape.texts)

    it(`${name} describes itself in text`, () => {
      expect(title).to.match(/^[A-Z]/)
      expect(description.length).to.be.above(100)
    })

    it(`${name} has no text outside its box or the picture`, () => {
      const outside = texts.filter(({ left, right, baseline, size, within }) => {
        const edges = within ?? { left: 0, right: width, top: 0, bottom: height }
        return left < edges.left || right > edges.right || baseline - size < edges.top || baseline > edges.bottom
      })
      expect(outside.map(({ content }) => content)).to.deep.equal([])
    })

    it(`${name} has no text over another`, () => {
      const over = texts.flatMap((one, at) => texts.slice(at + 1).filter((other) => isOver(one, other)))
      expect(over.map(({ content }) => content)).to.deep.equal([])
    })
  }

  for (const [theme, palette] of Object.entries(palettes)) {
    it(`have enough contrast of text in ${theme}`, () => {
      for (const tone of tones) {
        expect(contrast(palette[tone].ink, palette[tone].fill), tone).to.be.at.least(4.5)
        expect(contrast(palette[tone].ink, palette.page.fill), `${tone} on the page`).to.be.at.least(4.5)
      }
    })
  }
})

function isOver(one: PlacedText, other: PlacedText): boolean {
  const isBeside = one.right <= other.left || other.right <= one.left
  const isBelow = one.baseline <= other.baseline - other.size || other.baseline <= one.baseline - one.size
  return !isBeside && !isBelow
}

/** The contrast ratio of two colors, as WCAG 2.2 defines it. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
