import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillBlocks } from './guides/fill-blocks.ts'
import { projectFolder } from './runtime/folders.ts'

for (const file of globSync('docs/**/*.md', { cwd: projectFolder })) {
  const path = join(projectFolder, file)
  const before = readFileSync(path, 'utf8')
  const after = await fillBlocks(before)
  if (after !== before) writeFileSync(path, after)
}
