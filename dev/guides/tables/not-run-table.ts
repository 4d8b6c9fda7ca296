import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../../runtime/folders.ts'
import { codeBlocks } from '../code-blocks.ts'
import { pages } from '../pages.ts'
import { markdownTable } from './markdown-table.ts'

/** Every block of the docs that no test runs, with its reason, so that all of them can be seen in one place. */
export function notRunTable(): string {
  const blocks = pages.flatMap((page) => codeBlocks(page, readFileSync(join(projectFolder, page), 'utf8')))
  const rows = blocks.flatMap(({ file, heading, lines, mark }) =>
    mark?.kind === 'not run' ? [[`[${file}](${file})`, heading, `\`${lines[0] ?? ''}\``, mark.text]] : [],
  )
  return markdownTable(['Page', 'Section', 'Begins with', 'Why it is not run'], rows)
}
