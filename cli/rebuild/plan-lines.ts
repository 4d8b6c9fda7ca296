import type { RebuildPlan } from './plan-rebuild.ts'

/** What is rebuilt: one organization, each organization in turn, or all together. */
export type RebuildTarget = { organization: string } | 'in turn' | 'together'

/** Counts of what is dropped: all nodes, all links if they are known, and the kinds of nodes that operators know. */
export type Drops = Record<string, number>

/** What a rebuild will do, for the operator who has to confirm it. */
export function planLines(
  target: RebuildTarget,
  { nodes = 0, links, ...known }: Drops,
  { records, partitions }: Pick<RebuildPlan, 'records' | 'partitions'>,
): string[] {
  const named = Object.entries(known).map(([name, count]) => `${numberOf(count)} ${wordsOf(name)}`)
  const dropped = `${numberOf(nodes)} nodes${links === undefined ? '' : ` and ${numberOf(links)} links`}`
  const whose = typeof target === 'string' ? 'all organizations' : target.organization
  const log = `${numberOf(records)} events from ${partitions} partitions`
  return [`A rebuild drops ${dropped} of ${whose}, including ${named.join(', ')}.`, ...courseOf(target, log)]
}

function courseOf(target: RebuildTarget, log: string): string[] {
  if (target === 'together') {
    return [
      `The projectors then replay ${log}.`,
      'Until the projectors have replayed the events that are in Kafka now, reads return 503 `rebuilding` and exports ' +
        'wait. Organizations, credentials, and export jobs are kept.',
    ]
  }
  const isOne = target !== 'in turn'
  const whose = isOne ? target.organization : 'one organization'
  return [
    isOne
      ? `The projectors then read ${log}, and apply those of ${whose}.`
      : `One organization after the other is rebuilt, the largest last. For each, the projectors read ${log}.`,
    `Until it is finished, reads of ${isOne ? whose : 'this organization'} return 503 \`rebuilding\` and its exports wait. Other ` +
      'organizations are not affected. Credentials and export jobs are kept.',
  ]
}

const numberOf = (count: number) => count.toLocaleString('en')
const wordsOf = (name: string) =>
  name.replace('bom', 'BOM').replace(/(?<=[a-z])[A-Z]|(?<=BOM)[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
