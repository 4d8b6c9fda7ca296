import { type Diagram, escapeXml } from './draw.ts'
import type { Palette } from './palette.ts'

/** A picture as SVG. Its words are text elements, and it contains its title and description. */
export function svgOf({ name, title, description, width, height, shapes }: Diagram, palette: Palette): string {
  const [titleId, descriptionId] = [`${name}-title`, `${name}-description`]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
      `role="img" aria-labelledby="${titleId} ${descriptionId}">`,
    `<title id="${titleId}">${escapeXml(title)}</title>`,
    `<desc id="${descriptionId}">${escapeXml(description)}</desc>`,
    `<rect width="${width}" height="${height}" fill="${palette.page.fill}"/>`,
    ...shapes.map((shape) => shape.svg(palette)),
    '</svg>',
    '',
  ].join('\n')
}
