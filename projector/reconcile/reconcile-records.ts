import {
  deleteConnectedRecords,
  getConnectedLabels,
  getSourceRecords,
  listRecordsOfConnected,
  writeConnectedRecords,
  writeConnections,
} from '../../cypher/reconcile.ts'
import { foldWords } from '../../cypher/words.ts'
import { refText } from '../../schemas/connected-refs.ts'
import { newestTimes, noteTime, type Times, timeOf } from '../newest-times.ts'
import { connectedRecord, type Group } from './connected-record.ts'
import { recordFindings } from './record-findings.ts'
import { type OwnedRecord, ownedRecords } from './record-owners.ts'
import { distinct, type Round } from './round.ts'
import { type Due, dueSince, type Work } from './work.ts'
import { writeFindings } from './write-findings.ts'

type Kind = Group['kind']

/** Connected records by id: what they are, and the newest time of the events for which they are looked at. */
interface Groups {
  kinds: Map<string, Kind>
  times: Map<string, string>
}

/**
 * Matches source records anew, rebuilds the connected records that show them or did, and writes what is wrong with the
 * matches. `recordTimes` by the ids of the source records.
 * @returns what follows for positions and open production that name a factory by these records
 */
export async function reconcileRecords(
  round: Round,
  recordTimes: Times,
  due: readonly { kind: Kind; id: string; time: string }[],
): Promise<Due[]> {
  const { run, organization } = round
  const ids = [...recordTimes.keys()]
  const named = ids.length > 0 ? await run(getSourceRecords, organization, { ids }) : []
  const own = await ownedRecords(round, named)
  const records = new Map(own.map((record) => [record.id, record]))
  const groups: Groups = {
    kinds: new Map(due.map(({ kind, id }) => [id, kind])),
    times: newestTimes(due.map(({ id, time }) => [id, time])),
  }
  for (let wanted = [...groups.kinds.keys(), ...note(groups, own, recordTimes)]; wanted.length > 0; ) {
    const rows = await run(listRecordsOfConnected, organization, { ids: distinct(wanted) })
    const others = await ownedRecords(
      round,
      rows.filter(({ id }) => !records.has(id)),
    )
    for (const record of others) records.set(record.id, record)
    wanted = note(groups, others, recordTimes)
  }
  const all = [...records.values()]
  const moved = all.filter(({ was, connectedId }) => was !== connectedId)
  if (moved.length > 0) {
    const rows = moved.map(({ id, connectedId }) => ({ id, connectedId })).sort((a, b) => (a.id < b.id ? -1 : 1))
    await run(writeConnections, organization, { rows })
  }
  const renamed = await writeGroups(round, groups, all)
  return [
    ...own.flatMap((one) => (one.kind === 'factory' ? dueSince(timeOf(recordTimes, one.id), followingOf(one)) : [])),
    ...renamed.flatMap((id) => dueSince(timeOf(groups.times, id), placesOf(id))),
  ]
}

/**
 * Notes the connected records that show these records or did; returns those that were not known yet. A record is looked
 * at for its own sake, for that of the connected record that showed it, or both.
 */
function note({ kinds, times }: Groups, records: readonly OwnedRecord[], recordTimes: Times): string[] {
  const since = newestTimes(
    records.flatMap(({ id, was }) =>
      [recordTimes.get(id), was === null ? undefined : times.get(was)].flatMap((time) =>
        time === undefined ? [] : [[id, time] as const],
      ),
    ),
  )
  const added: string[] = []
  for (const { id: recordId, kind, was, connectedId } of records)
    for (const id of [was, connectedId]) {
      if (id === null) continue
      noteTime(times, id, timeOf(since, recordId))
      if (kinds.has(id)) continue
      kinds.set(id, kind)
      added.push(id)
    }
  return added
}

/** Writes connected records and what is wrong with them; returns the factories that are called otherwise now. */
async function writeGroups(round: Round, { kinds, times }: Groups, records: readonly OwnedRecord[]): Promise<string[]> {
  const { run, organization } = round
  const ids = [...kinds.keys()]
  if (ids.length === 0) return []
  const stored = new Map((await run(getConnectedLabels, organization, { ids })).map((row) => [row.id, row]))
  const shown = ids.map((id) => ({ id, group: groupOf(id, kinds.get(id) ?? 'material', records) }))
  const written = shown.flatMap(({ group }) => (group ? [{ group, record: connectedRecord(group) }] : []))
  const rows = written
    .map(({ record }) => ({ record, doc: JSON.stringify(record) }))
    .filter(({ record, doc }) => stored.get(record.id)?.doc !== doc)
    .map(({ record, doc }) => ({
      ...{ id: record.id, kind: record.kind, label: record.label, doc },
      words: foldWords(record.label).join(' '),
      matchState: record.match.state,
      systems: distinct(record.sourceRecords.map(({ system }) => system)).sort(),
    }))
  if (rows.length > 0) await run(writeConnectedRecords, organization, { rows })
  const gone = shown.filter(({ id, group }) => !group && stored.has(id)).map(({ id }) => id)
  if (gone.length > 0) await run(deleteConnectedRecords, organization, { ids: gone })
  await writeFindings(
    round,
    shown.map(({ id, group }) => {
      const end = { key: id, id, code: group?.facility ?? codeOf(group) ?? id, label: null }
      const record = written.find((one) => one.record.id === id)?.record
      const named = { ...end, label: record?.label ?? null }
      const isMaterial = kinds.get(id) === 'material'
      return {
        ends: { material: isMaterial ? named : null, factory: isMaterial ? null : named },
        keys: isMaterial ? ([id, ''] as const) : (['', id] as const),
        refs: ['', ''] as const,
        findings: group ? recordFindings(group) : [],
        time: timeOf(times, id),
      }
    }),
  )
  const labels = new Map(written.map(({ record }) => [record.id, record.label]))
  return ids.filter((id) => kinds.get(id) === 'factory' && stored.get(id)?.label !== labels.get(id))
}

/** What people call it: the number of a matched material, else what the first record is called in its source. */
function codeOf(group: Group | null): string | undefined {
  const [owner, ...others] = group?.owners ?? []
  return (others.length === 0 ? owner?.code : undefined) ?? group?.records[0]?.summary.recordId
}

function groupOf(id: string, kind: Kind, records: readonly OwnedRecord[]): Group | null {
  const own = records.filter((record) => record.connectedId === id && record.told !== null)
  const [first] = own
  if (!first) return null
  const { owners, facility } = first
  const told = own.flatMap((record) => record.told ?? []).sort((a, b) => (a.id < b.id ? -1 : 1))
  return { kind, id, records: told, owners, facility, isExact: own.some(({ isExact }) => isExact) }
}

/** Whoever names the record, its codes or its factory may mean another factory now. */
function followingOf({ was, connectedId, stored }: OwnedRecord): Work[] {
  const places = [was, connectedId].flatMap((id) => (id === null ? [] : placesOf(id)))
  if (!stored) return places
  const { system, instance, recordId } = stored.summary
  const codes = stored.references.map((code): Work => ['code', 'factory', code.system ?? '*', code.kind, code.value])
  const ref = refText({ kind: 'record', system, instance, recordId })
  return [...places, ...codes, ['page', 'factory-ref', ref, ''], ['page', 'factory-requirements', ref, '']]
}

function placesOf(factoryId: string): Work[] {
  return [
    ['page', 'factory-key', factoryId, ''],
    ['page', 'factory-exceptions', factoryId, ''],
  ]
}
