import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../runtime/folders.ts'
import { diagrams } from './diagrams.ts'
import { palettes } from './palette.ts'
import { svgOf } from './svg-of.ts'

const folder = join(projectFolder, 'docs/diagrams')
mkdirSync(folder, { recursive: true })
for (const diagram of diagrams) {
  for (const [theme, palette] of Object.entries(palettes)) {
    writeFileSync(join(folder, `${diagram.name}-${theme}.svg`), svgOf(diagram, palette))
  }
}
