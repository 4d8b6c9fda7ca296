import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../runtime/folders.ts'
import { generated } from './generated.ts'
import { pages } from './pages.ts'
import { samplesFile, samplesText } from './samples.ts'

writeFileSync(join(projectFolder, samplesFile), samplesText())

// The pages are first, because CONTRIBUTING.md has a list of their blocks that are not run.
for (const file of [...pages, 'CONTRIBUTING.md']) {
  const path = join(projectFolder, file)
  const before = readFileSync(path, 'utf8')
  const after = await generated(before)
  if (after !== before) writeFileSync(path, after)
}
