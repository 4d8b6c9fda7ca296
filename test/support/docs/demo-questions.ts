import { faultsOf } from '../../../demo/connected/faults/injections.ts'
import { exceptionLedger } from '../../../demo/connected/ledger.ts'
import { planOf } from '../../../demo/connected/plan.ts'
import { facilityId } from '../../../demo/connected/systems/factory.ts'
import { itemNumber } from '../../../demo/connected/systems/position-record.ts'
import type { RecordData } from '../../../demo/event.ts'
import type { BomYieldChange } from '../../../schemas/bom/yields.ts'
import { idOf } from '../bom/bom-model.ts'
import { uuidOf } from '../events/model.ts'
import { verdictOn } from '../materials/connected-amounts.ts'
import type { DemoWorld } from './demo-world.ts'

/** A page of changes as REST and MCP return it. */
export type ChangePage = { data: BomYieldChange[]; links: { next: string | null } }

const lineOf = ({ changeType, changedFields, before, after }: BomYieldChange) =>
  [
    (after ?? before)?.skuId,
    (after ?? before)?.lineNumber,
    changeType,
    changedFields,
    before?.grossYield,
    after?.mpn,
  ].join()

/** Changes as sorted lines that identify them, to compare lists in any order. */
export const linesOf = (changes: readonly BomYieldChange[]) => changes.map(lineOf).sort()

/** The material number of a material of the demo plan. */
export const materialNumber = (material: number) => `MT-${`${material + 1}`.padStart(5, '0')}`

/** The entity ID of a PLM record. */
export const entityIdOf = ({ organization }: DemoWorld, recordId: string, type: string) =>
  idOf(organization, type, recordId)

/** The sorted IDs of the suppliers of a material. */
export const suppliersOf = (world: DemoWorld, material: number) =>
  world.events
    .filter(({ value }) => value.subject.startsWith(`SUPPLIED_BY:M-${material + 1}:`))
    .map(({ value }) => entityIdOf(world, value.subject.split(':')[2] ?? '', 'supplier'))
    .sort()

/** The positions of a material at a factory in each system. */
export const positionsOf = ({ events }: DemoWorld, material: number, factory: number) =>
  events.flatMap(({ value }) => {
    const isOne = value.type === 'tenantdata.position.upserted.v1'
    const place = value.subject.split('@')
    const isPair =
      place[1] === facilityId(factory) && [itemNumber(material), materialNumber(material)].includes(place[0] ?? '')
    return isOne && isPair
      ? [{ system: value.source.split('/')[1] ?? '', data: value.data as RecordData<'position'> }]
      : []
  })

const quantityCodes = ['QUANTITY_MISMATCH', 'NEGATIVE_ON_HAND']
const ofFirstOther = ['UOM_MISMATCH', 'UOM_INCOMPATIBLE', 'FUTURE_TIMESTAMP']

/** Code, severity, and staleInput of each exception in the ledger, sorted; only the portal's feed is stale. */
export const exceptionLinesOf = (world: DemoWorld) =>
  exceptionLedger(world.brand)
    .map(({ code, severity, material, factory }) => {
      const isStale = isFromPortal(world, code, `${material} ${factory}`)
      const isLower = isStale && quantityCodes.includes(code)
      return `${code} ${isLower ? lower(severity) : severity} ${isStale}`
    })
    .sort()

const lower = (severity: string) => ({ critical: 'high', high: 'medium', medium: 'low', low: 'low' })[severity]

/** Whether an exception is based on positions of the portal. */
function isFromPortal(world: DemoWorld, code: string, ends: string): boolean {
  if (![...quantityCodes, ...ofFirstOther].includes(code)) return false
  const [pair] = [...faultsOf(planOf(world.brand))].flatMap(([pair, fault]) => {
    const material = entityIdOf(world, `M-${pair.material + 1}`, 'material')
    const factory = uuidOf(world.organization, 'factory', 'registry', 'facility_id', facilityId(pair.factory))
    return fault.code === code && ends.startsWith(material) && ends.endsWith(factory) ? [pair] : []
  })
  if (!pair) throw new Error(`no pair has ${code} at ${ends}`)
  const bySystem = new Map(positionsOf(world, pair.material, pair.factory).map(({ system, data }) => [system, data]))
  const [erp, portal] = [bySystem.get('erp'), bySystem.get('factory_portal')]
  if (!erp || !portal) return false
  if (ofFirstOther.includes(code)) return !bySystem.has('wms')
  return code === 'NEGATIVE_ON_HAND' ? `${portal.onHand}`.startsWith('-') : verdictOn([erp, portal]) === 'mismatch'
}

/** A page of up to 1,000 changes from the MCP tool. */
export async function yieldChangesByMcp({ api }: DemoWorld, bearer: string, given: object): Promise<ChangePage> {
  const params = { name: 'get_bom_yield_changes', arguments: { ...given, limit: 1000, fields: ['*'] } }
  const answer = await fetch(`${api.url}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${bearer}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  const { result } = (await answer.json()) as { result: { structuredContent: ChangePage } }
  return result.structuredContent
}
