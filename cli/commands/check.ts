import { Command } from 'commander'
import type { Check, Finding } from '../check/check.ts'
import { checkSchema } from '../check/schema.ts'
import { checkStoredRows } from '../check/stored-rows.ts'
import { checkTopics } from '../check/topics.ts'
import { commandContext } from '../command-context.ts'
import type { Terminal } from '../output/terminal.ts'

const ofInstallation: readonly Check[] = [checkSchema, checkTopics, checkStoredRows]
const ofOrganization: readonly Check[] = [checkStoredRows]

interface CheckOptions {
  organization?: string
  repair?: boolean
}

/** `tda check`: whether an installation stands on what it needs. */
export function checkCommand(terminal: Terminal): Command {
  return new Command('check')
    .description(
      'look for what is wrong with the schema of the graph, the topics, and stored rows; the exit code is 1 while something is',
    )
    .option('--organization <key>', 'only the stored rows of one organization')
    .option('--repair', 'set right what can be')
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
      terminal.tell(findings.length > 0 ? 'All of it was repaired.' : 'Nothing is wrong.')

      function changing(work: Parameters<typeof context.reading<void>>[0]): Promise<void> {
        return context.changing('check', async (graph, record) => {
          await work(graph)
          const repaired = findings.filter((one) => one.repaired).map(({ detail }) => detail)
          if (repaired.length > 0) record({ organization, rows: repaired.length, parameters: { repaired } })
        })
      }
    })
}

const columns = ({ check, detail, repairable, repaired }: Finding) => ({
  check,
  state: repaired ? 'repaired' : repairable ? 'repairable' : 'yours to mend',
  detail,
})

function summary(left: readonly Finding[]): string {
  const things = left.length === 1 ? '1 thing is' : `${left.length} things are`
  const hint = left.some(({ repairable }) => repairable) ? '; --repair sets right what can be' : ''
  return `${things} not as it must be${hint}`
}
