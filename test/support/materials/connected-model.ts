import { type Graph, tenantLabel } from '../../../cypher/connect.ts'
import { uuidOf } from '../events/model.ts'
import { INSTANCE, type SourceEvent, systemOf } from '../events/source-event.ts'

/**
 * The expected connected data in the graph after a log, as sorted lines, computed from the whole log at once. It shares
 * no code with the projector, which applies events one by one.
 */
export interface ConnectedExpected {
  /** Stored source records: ID, version, and whether they are live. */
  records: string[]
  codes: string[]
  /** Positions: ID, version, and material and factory as the source named them. */
  positions: string[]
  requirements: string[]
  /** Datasets: ID, name, and system of the newest description. */
  datasets: string[]
  loads: string[]
  /** Numbers of live records and positions of each dataset, and of records of each type. */
  rows: string[]
  typeRows: string[]
  /** Observed fields with the time of their first observation. */
  fields: string[]
}

type Data = Record<string, unknown>
type Code = { system?: string; instance?: string; kind: string; value: string }
type Sent = Code & { recordId?: string; canonicalOf?: { system: string; instance: string; recordId: string } }

const line = (...parts: unknown[]) => parts.map(String).join(' | ')

export function connectedModel(organization: string, log: readonly SourceEvent[]): ConnectedExpected {
  const taken = notStale(log)
  const last = [...new Map(taken.map((event) => [keyOf(event), event])).values()]
  const ofKind = (kind: SourceEvent['kind']) => last.filter((event) => event.kind === kind && event.data !== null)
  const idOf = (event: SourceEvent) => uuidOf(organization, event.kind, systemOf(event), INSTANCE, event.recordId)
  const live = ofKind('source_record').filter(({ data }) => data?.deletedInSource !== true)
  const counted = [...live, ...ofKind('position')].map(({ data }) => data?.datasetId).filter((id) => id !== null)
  const typed = live.map((event) => line(systemOf(event), typeOf(event), event.data?.datasetId))
  return {
    records: sorted(ofKind('source_record').map((event) => line(idOf(event), event.version, live.includes(event)))),
    codes: unique(
      ofKind('source_record').flatMap((event) =>
        codesOf(event.data).map((code) =>
          line(idOf(event), event.data?.kind, code.system ?? '*', code.instance ?? '*', code.kind, code.value),
        ),
      ),
    ),
    positions: sorted(
      ofKind('position').map((event) => {
        const { material, factory } = event.data as Record<'material' | 'factory', Sent>
        return line(
          idOf(event),
          event.version,
          entity(organization, 'material', material, event),
          record(factory, event),
        )
      }),
    ),
    requirements: sorted(
      ofKind('requirement').map((event) => {
        const { style, factory, units } = event.data as { style: Sent; factory: Sent; units: number }
        return line(idOf(event), entity(organization, 'style', style, event), record(factory, event), units)
      }),
    ),
    datasets: newestOf(ofKind('dataset')).map(({ recordId, data }) => line(recordId, data?.name, data?.sourceSystem)),
    loads: sorted(
      ofKind('dataset_load').map((event) => line(event.recordId, event.data?.datasetId, event.data?.status)),
    ),
    rows: countsOf(counted.map(String)),
    typeRows: countsOf(typed),
    fields: firstSeen(taken.filter(({ kind }) => kind === 'source_record')),
  }
}

/** The stored connected data in the form of the model. */
export async function connectedFound(graph: Graph, organization: string): Promise<ConnectedExpected> {
  const label = tenantLabel(organization)
  const linesOf = async (match: string, columns: string[]) => {
    const text = `MATCH (n:${match}:\`${label}\`) WHERE n.tenantKey = $organization RETURN ${columns.map((c, at) => `${c} AS c${at}`).join(', ')}, n.doc AS doc, n.state AS state`
    const rows = await graph.execute(text, { organization })
    return rows.map((row) => {
      const version = row.state ? JSON.parse(String(row.state)).v : ''
      return { row, text: line(...columns.map((c, at) => (c === 'n.state' ? version : row[`c${at}`]))) }
    })
  }
  const textsOf = async (match: string, columns: string[], isShown = (_row: Data) => true) =>
    sorted((await linesOf(match, columns)).filter(({ row }) => isShown(row)).map(({ text }) => text))
  const hasDoc = ({ doc }: Data) => doc !== null
  const datasets = (await linesOf('ListedDataset', ['n.datasetId', 'n.system'])).map(({ row }) =>
    line(row.c0, JSON.parse(String(row.doc)).name, row.c1),
  )
  return {
    records: await textsOf('SourceRecord', ['n.id', 'n.state', 'n.live'], hasDoc),
    codes: await textsOf('RecordCode', ['n.recordId', 'n.kind', 'n.system', 'n.instance', 'n.codeKind', 'n.value']),
    positions: await textsOf('OpenPosition', ['n.id', 'n.state', 'n.materialRef', 'n.factoryRef']),
    requirements: await textsOf('Requirement', ['n.id', 'n.styleRef', 'n.factoryRef', 'n.units'], hasDoc),
    datasets: sorted(datasets),
    loads: await textsOf('DatasetLoad', ['n.runId', 'n.datasetId', 'n.status'], hasDoc),
    rows: await textsOf('DatasetRows', ['n.datasetId', 'n.rows']),
    typeRows: await textsOf('RecordTypeRows', ['n.system', 'n.recordType', 'n.datasetId', 'n.rows']),
    fields: await textsOf('ObservedField', [
      'n.system',
      'n.recordType',
      'n.datasetId',
      'n.name',
      'n.type',
      'n.firstSeenAt',
    ]),
  }
}

const keyOf = (event: SourceEvent) => line(event.kind, systemOf(event), event.recordId)
const sorted = (lines: string[]) => [...lines].sort()
const unique = (lines: string[]) => sorted([...new Set(lines)])
const typeOf = ({ recordId }: SourceEvent) => recordId.split(':')[0]
const codesOf = (data: Data | null) => (data?.references ?? []) as Code[]

function notStale(log: readonly SourceEvent[]): SourceEvent[] {
  const highest = new Map<string, number>()
  return log.filter((event) => {
    const isNewer = event.version > (highest.get(keyOf(event)) ?? -1)
    if (isNewer) highest.set(keyOf(event), event.version)
    return isNewer
  })
}

function countsOf(names: string[]): string[] {
  const groups = Map.groupBy(names, (name) => name)
  return sorted([...groups].map(([name, all]) => line(name, all.length)))
}

/** Of several systems that describe a dataset, the newest by time, ties by the system's name. */
function newestOf(events: SourceEvent[]): SourceEvent[] {
  const rank = (event: SourceEvent) => `${event.time} ${systemOf(event)}`
  const groups = [...Map.groupBy(events, ({ recordId }) => recordId)].sort(([a], [b]) => (a < b ? -1 : 1))
  return groups.flatMap(([, all]) => all.toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1)).slice(0, 1))
}

function firstSeen(events: SourceEvent[]): string[] {
  const seen = new Map<string, string>()
  for (const event of events) {
    for (const { sourceField, value } of (event.data?.fields ?? []) as { sourceField: string; value: string }[]) {
      const type = /^\d+$/.test(value) ? 'integer' : 'text'
      const field = line(systemOf(event), typeOf(event), event.data?.datasetId, sourceField, type)
      const before = seen.get(field)
      if (before === undefined || event.time < before) seen.set(field, event.time)
    }
  }
  return sorted([...seen].map(([field, time]) => line(field, time)))
}

const codeText = ({ system, kind, value }: Code) => `code:${system ?? '*'}:${kind}:${value}`

function entity(organization: string, type: string, sent: Sent, event: SourceEvent): string {
  if (sent.recordId === undefined) return codeText(sent)
  const { system = systemOf(event), instance = INSTANCE, recordId } = sent.canonicalOf ?? sent
  return `id:${uuidOf(organization, type, system, instance, recordId ?? '')}`
}

function record(sent: Sent, event: SourceEvent): string {
  if (sent.recordId === undefined) return codeText(sent)
  return `record:${sent.system ?? systemOf(event)}:${sent.instance ?? INSTANCE}:${sent.recordId}`
}
