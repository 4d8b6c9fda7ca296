import type { PictureSize } from './markdown/render-markdown.ts'

const PNG_WIDTH_AT = 16
const PNG_HEIGHT_AT = 20

/**
 * The size of a PNG, or of an SVG by its `viewBox`.
 * @returns null for every other file
 * @throws Error for an SVG without a `viewBox`
 */
export function pictureSize(file: string, content: Buffer): PictureSize | null {
  if (file.endsWith('.png'))
    return { width: content.readUInt32BE(PNG_WIDTH_AT), height: content.readUInt32BE(PNG_HEIGHT_AT) }
  if (!file.endsWith('.svg')) return null
  const [, width, height] =
    /<svg\b[^>]*\sviewBox="[\d.-]+[ ,]+[\d.-]+[ ,]+([\d.]+)[ ,]+([\d.]+)"/.exec(`${content}`) ?? []
  if (width === undefined || height === undefined) throw new Error(`${file} has no viewBox`)
  return { width: Math.round(Number(width)), height: Math.round(Number(height)) }
}
