import { bomTypes } from '../../schemas/records/bom-events.ts'
import { AUDIT_TYPE } from '../../schemas/records/event-schemas.ts'
import { noticeTypes } from '../../schemas/records/notices.ts'
import { recordTypes } from '../../schemas/records/record-events.ts'
import { ABORTED_SNAPSHOT_ID, SNAPSHOT_ID } from '../../schemas/samples/bom-samples.ts'
import { DEAD_LETTER, type Sample, samples } from '../../schemas/samples/samples.ts'

/** The file of all samples of events, in the format of `tda feed`. */
export const samplesFile = 'docs/examples/events.ndjson'

export function samplesText(): string {
  const types = [...recordTypes.keys(), ...bomTypes.keys()]
  const lines = new Map(types.map((type) => [type, `${JSON.stringify(sampleOf(type).value)}\n`]))
  // A publication that is aborted has to be started first.
  const started = lines.get('tenantdata.bom.started.v1')?.replaceAll(SNAPSHOT_ID, ABORTED_SNAPSHOT_ID) ?? ''
  const aborted = lines.get('tenantdata.bom.aborted.v1') ?? ''
  return [...lines.values()].map((line) => (line === aborted ? started + aborted : line)).join('')
}

/** A sample of each kind of record. Deletions differ only in their kind, so one of them is enough. */
export function recordSamples(): string {
  const shown = [...recordTypes].filter(([, { kind, action }]) => action === 'upserted' || kind === 'material')
  return sections(shown.map(([type]) => type))
}

export function publicationSamples(): string {
  return sections([...bomTypes.keys()])
}

export function noticeSamples(): string {
  return sections([...noticeTypes.keys()])
}

/** The dead letter with its headers, and an audit record. */
export function otherSamples(): string {
  const { headers } = sampleOf(DEAD_LETTER)
  const rows = Object.entries(headers).map(([name, value]) => `| \`${name}\` | \`${value}\` |`)
  const table = ['| Header | Value |', '|---|---|', ...rows].join('\n')
  return [`${section(DEAD_LETTER, 'A dead letter')}\n\n${table}`, section(AUDIT_TYPE, 'An audit record')].join('\n\n')
}

function sections(types: readonly string[]): string {
  return types.map((type) => section(type)).join('\n\n')
}

function section(type: string, title = type): string {
  const { key, value } = sampleOf(type)
  return [
    `### ${title}`,
    type === DEAD_LETTER ? `Key \`${key}\`.` : `Key \`${key}\`, [schema](../../schemas/events/${type}.json).`,
    `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``,
  ].join('\n\n')
}

function sampleOf(type: string): Sample {
  const sample = samples().get(type)
  if (!sample) throw new Error(`There is no sample of ${type}`)
  return sample
}
