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

/** A rule that stores the value of an expression under a name. */
export interface RecordingRule {
  record: string
  expr: string
}

function rules(): (AlertRule | RecordingRule)[] {
  const { groups }: { groups: { rules: (AlertRule | RecordingRule)[] }[] } = parse(prometheusFile('alerts.yml'))
  return groups.flatMap((group) => group.rules)
}

/** The alerts that operators load. */
export function alertRules(): AlertRule[] {
  return rules().flatMap((rule) => ('alert' in rule ? rule : []))
}

/** The expressions that the alerts use by name. */
export function recordingRules(): RecordingRule[] {
  return rules().flatMap((rule) => ('record' in rule ? rule : []))
}
