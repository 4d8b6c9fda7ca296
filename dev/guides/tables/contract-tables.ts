import type { z } from 'zod'
import { fieldClasses } from '../../../domain/materials/field-authority.ts'
import { Environment } from '../../../schemas/environment.ts'
import { type EntityType, entityTypes } from '../../../schemas/graph/entity-types.ts'
import { linkTypes, type RelationshipType } from '../../../schemas/graph/link-types.ts'
import { actionOf, exceptionTable } from '../../../schemas/materials/exception-table.ts'
import { type ExceptionCode, exceptionCodes } from '../../../schemas/materials/exceptions.ts'
import { problems } from '../../../schemas/problem.ts'
import { markdownTable } from './markdown-table.ts'
import { metricFamilies } from './metric-families.ts'

/** Every field that has a source of truth. */
export function fieldTable(): string {
  const rows = fieldClasses.map(({ title, systems, fields }) => [
    title,
    systems.map((system) => `\`${system}\``).join(', then '),
    fields.map((field) => `\`${field}\``).join(', '),
  ])
  return markdownTable(['Field group', 'Source of truth', 'Fields'], rows)
}

/** Every type of relationship with its ends and its properties. */
export function relationshipTable(): string {
  const rows = (Object.keys(linkTypes) as RelationshipType[]).map((type) => {
    const { from, to, meaning, properties } = linkTypes[type]
    const names = Object.keys(properties).map((name) => `\`${name}\``)
    return [`\`${type}\``, `\`${from}\` → \`${to}\``, `${meaning}.`, names.join(', ') || 'none']
  })
  return markdownTable(['Type', 'From → to', 'Meaning', 'Properties'], rows)
}

/** Every problem code, for the index of their pages. */
export function problemTable(): string {
  const rows = Object.entries(problems).map(([code, { status, retryable, title }]) => [
    `[\`${code}\`](${code}.md)`,
    String(status),
    retryable ? 'yes' : 'no',
    title,
  ])
  return markdownTable(['Code', 'Status', 'Retryable', 'Title'], rows)
}

/** A section for each entity type with the lifecycle states that it can have. */
export function lifecycleTables(): string {
  return (Object.keys(entityTypes) as EntityType[]).map(lifecycleSection).join('\n\n')
}

function lifecycleSection(type: EntityType): string {
  const { lifecycleStates, meaningsOfStates, meaning } = entityTypes[type]
  const meanings: Readonly<Record<string, string>> = meaningsOfStates
  const rows = lifecycleStates.map((state) => [`\`${state}\``, `${meanings[state]}`])
  return `## ${type}\n\n${meaning}.\n\n${markdownTable(['State', 'Meaning'], rows)}`
}

/** The metrics that each process defines, without those of the Node process, which prom-client adds. */
export function metricsTable(): string {
  const rows = metricFamilies()
    .filter(({ name }) => name.startsWith('tda_'))
    .map(({ name, processes, type, labels, help }) => [
      `\`${name}\``,
      processes.length > 1 ? 'both' : processes.join(),
      type,
      labels.map((label) => `\`${label}\``).join(', '),
      help,
    ])
  return markdownTable(['Metric', 'Of', 'Type', 'Labels', 'Meaning'], rows)
}

/** Every environment variable with its default and its meaning. */
export function environmentTable(): string {
  const rows = Object.entries(Environment.shape).map(([name, schema]) => [
    `\`${name}\``,
    defaultOf(schema),
    asText(schema.meta()?.description ?? ''),
  ])
  return markdownTable(['Variable', 'Default', 'Meaning'], rows)
}

function defaultOf(schema: z.ZodType): string {
  const { data } = schema.safeParse(undefined)
  const text = data === undefined ? '' : String(data)
  return text === '' ? '' : `\`${text}\``
}

/** Marks a URL in running text as code, because it would become a link. */
function asText(description: string): string {
  return description.replace(/https?:\/\/[\w.:/-]*\w/g, '`$&`')
}

/**
 * A table of the exception codes, and a section for each: what it means, when it holds, how severe it is, and its fix.
 */
export function exceptionSections(): string {
  const rows = exceptionCodes.map((code) => {
    const { meaning, severity } = exceptionTable[code]
    return [`[\`${code}\`](#${code.toLowerCase()})`, `${sentence(meaning)} Severity: ${severity}.`]
  })
  return [markdownTable(['Code', 'Meaning'], rows), ...exceptionCodes.map(sectionOf)].join('\n\n')
}

function sectionOf(code: ExceptionCode): string {
  const { meaning, severity, otherwise, isAboutQuantity, rule, inputs, example } = exceptionTable[code]
  const isLowered = isAboutQuantity && severity !== 'low'
  const severities = [severity, otherwise, isLowered ? 'one level lower if an input is stale' : undefined]
  return [
    `### ${code}`,
    '',
    sentence(meaning),
    '',
    `- **Rule**: ${rule}`,
    `- **Severity**: ${severities.filter((one) => one !== undefined).join('; ')}.`,
    `- **Inputs**: ${inputs}.`,
    `- **Example**: ${example}`,
    `- **Fix**: ${actionOf(code, 'the dataset').replace(/GET \/\S+/, '`$&`')}`,
  ].join('\n')
}

const sentence = (meaning: string) => `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`
