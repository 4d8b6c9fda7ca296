import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeBlocks } from '../../dev/guides/code-blocks.ts'
import { projectFolder } from '../../dev/runtime/folders.ts'
import { run } from '../support/processes/run.ts'

const GUIDE = 'docs/send/kafka-connect.md'

/**
 * Runs the commands of one section of a guide, unchanged, in the root folder of the repository.
 * @returns their output
 * @throws Error if the section has no commands, or if one of them fails
 */
export async function runSection(
  heading: string,
  variables: Record<string, string>,
  guide: string = GUIDE,
): Promise<string> {
  const blocks = codeBlocks(guide, readFileSync(join(projectFolder, guide), 'utf8'))
  const commands = blocks.filter((block) => block.language === 'sh' && block.heading === heading)
  if (commands.length === 0) throw new Error(`${guide} has no commands under ${heading}`)
  const script = commands.flatMap(({ lines }) => lines).join('\n')
  const { exitCode, output } = await run(
    'bash',
    ['-euo', 'pipefail', '-c', `cd "$0"\n${script}`, projectFolder],
    variables,
  )
  if (exitCode !== 0) throw new Error(`${heading}: ended with ${exitCode}: ${output}`)
  return output
}
