import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeBlocks } from '../../dev/guides/code-blocks.ts'
import { projectFolder } from '../../dev/runtime/folders.ts'
import { run } from '../support/processes/run.ts'

const GUIDE = 'docs/send/kafka-connect.md'

/**
 * Runs the commands of a section of the guide as they stand, at the top of the checkout.
 * @returns what they printed
 * @throws Error where the section has none, or one of them failed
 */
export async function runSection(heading: string, variables: Record<string, string>): Promise<string> {
  const blocks = codeBlocks(GUIDE, readFileSync(join(projectFolder, GUIDE), 'utf8'))
  const commands = blocks.filter((block) => block.language === 'sh' && block.heading === heading)
  if (commands.length === 0) throw new Error(`${GUIDE} has no commands under ${heading}`)
  const script = commands.flatMap(({ lines }) => lines).join('\n')
  const { exitCode, output } = await run(
    'bash',
    ['-euo', 'pipefail', '-c', `cd "$0"\n${script}`, projectFolder],
    variables,
  )
  if (exitCode !== 0) throw new Error(`${heading}: ended with ${exitCode}: ${output}`)
  return output
}
