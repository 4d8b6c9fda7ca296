import { Command } from 'commander'
import type { Check, Finding } from '../check/check.ts'
import { checkSchema } from '../check/schema.ts'
import { checkStoredRows } from '../check/stored-rows.ts'
import { checkTopics } from '../check/topics.ts'
import { commandContext, withExamples } from '../command-context.ts'
import type { Terminal } from '../output/terminal.ts'

const ofInstallation: readonly Check[] = [checkSchema, checkTopics, checkStoredRows]
const ofOrganization: readonly Check[] = [checkStoredRows]

interface CheckOptions {
  organization?: string
  repair?: boolean
}

/** `tda check`: checks whether the graph and the topics are complete and valid. */
export function checkCommand(terminal: Terminal): Command {
  const check = new Command('check')
    .description(
      'Check the graph schema, the topics, and the stored rows. The exit code is 1 while a problem is not repaired.',
    )
    .option('--organization <key>', 'Check only the stored rows of this organization.')
    .option('--repair', 'Repair the problems that can be repaired.')
    .action(async ({ organization: key, repair = false }: CheckOptions, command: Command) => {
      const organization = key ?? null
      const context = commandContext(terminal, command)
      const settings = context.settings()
      const findings: Finding[] = []
      await (repair ? changing : context.reading)(async (graph) => {
        const checks = organization === null ? ofInstallation : ofOrganization
        for (const check of checks) findings.push(...(await check({ graph, settings, organization, repair })))
      })
      await context.list(findings, columns)
      const left = findings.filter(({ repaired }) => !repaired)
      if (left.length > 0) throw new Error(summary(left))
      terminal.tell(findings.length > 0 ? 'All problems were repaired.' : 'No problems found.')

      function changing(work: Parameters<typeof context.reading<void>>[0]): Promise<void> {
        return context.changing('check', async (graph, record) => {
          await work(graph)
          const repaired = findings.filter((one) => one.repaired).map(({ detail }) => detail)
          if (repaired.length > 0) record({ organization, rows: repaired.length, parameters: { repaired } })
        })
      }
    })
  return withExamples(check, 'tda check', 'tda check --organization quillmere --repair')
}

const columns = ({ check, detail, repairable, repaired }: Finding) => ({
  check,
  state: repaired ? 'repaired' : repairable ? 'repairable' : 'fix by hand',
  detail,
})

function summary(left: readonly Finding[]): string {
  const problems = left.length === 1 ? '1 problem was found and is' : `${left.length} problems were found and are`
  const hint = left.some(({ repairable }) => repairable) ? '. Use --repair to fix those that can be repaired' : ''
  return `${problems} not repaired${hint}`
}
