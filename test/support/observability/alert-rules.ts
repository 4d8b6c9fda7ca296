import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { projectFolder } from '../../../dev/runtime/folders.ts'

export interface AlertRule {
  alert: string
  expr: string
  for: string
  labels: Record<string, string>
  annotations: Record<string, string>
}

export const prometheusFolder = join(projectFolder, 'deploy/prometheus')

/** The text of a file of deploy/prometheus. */
export function prometheusFile(name: string): string {
  return readFileSync(join(prometheusFolder, name), 'utf8')
}

/** The alerts that operators load. */
export function alertRules(): AlertRule[] {
  const { groups }: { groups: { rules: AlertRule[] }[] } = parse(prometheusFile('alerts.yml'))
  return groups.flatMap(({ rules }) => rules)
}
