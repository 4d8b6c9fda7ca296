import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { projectFolder } from '../../runtime/folders.ts'
import { markdownTable } from './markdown-table.ts'

interface Rule {
  alert: string
  for: string
  labels: { severity: string }
  annotations: { description: string }
}

/** The alerts that operators load, each with a link to its runbook. */
export function alertTable(): string {
  const { groups } = parse(readFileSync(join(projectFolder, 'deploy/prometheus/alerts.yml'), 'utf8'))
  const rules: Rule[] = groups.flatMap((group: { rules: Rule[] }) => group.rules.filter(({ alert }) => alert))
  const rows = rules.map(({ alert, labels, annotations, for: duration }) => {
    return [
      `[${alert}](../operate/runbooks.md#${alert.toLowerCase()})`,
      labels.severity,
      duration,
      annotations.description,
    ]
  })
  return markdownTable(['Alert', 'Severity', 'After', 'Meaning'], rows)
}
