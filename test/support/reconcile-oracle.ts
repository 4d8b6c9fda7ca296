import type { TestBom } from './bom-events.ts'
import type { SourceEvent } from './source-event.ts'

/**
 * The open exceptions of a scenario, by brute force from all its events at once and from the contract alone (section 7, as
 * docs/adr/0015-reconciliation.md reads it). It shares no code with the projector, and knows only what scenarios hold:
 * amounts that floats hold exactly, codes that name a facility or a site, metres, yards and kilograms.
 */
type Data = Record<string, never> & { [name: string]: never }
type Code = { system?: string; kind: string; value: string }
type One = { kind: string; system: string; id: string; data: Record<string, unknown> }
type Pair = { material: string; factory: string; materials: One[]; factories: string[]; positions: One[] }

/** `newest` is the newest BOM, null before the first publication. */
export function openExceptions(events: readonly SourceEvent[], newest: TestBom | null): string[] {
  const bom = newest ?? {}
  const last = new Map<string, SourceEvent>()
  for (const event of events) {
    const key = `${event.kind}/${event.system}/${event.recordId}`
    if ((last.get(key)?.version ?? -1) < event.version) last.set(key, event)
  }
  const all = [...last.values()].flatMap(({ kind, system = 'plm', recordId: id, data }): One[] =>
    data ? [{ kind, system, id, data }] : [],
  )
  const of = (kind: string) => all.filter((one) => one.kind === kind)
  const codes = ({ data }: One) => (data.references ?? []) as Code[]
  const carries = (one: One, wanted: Code) =>
    codes(one).some(
      ({ system, kind, value }) =>
        kind === wanted.kind && value === wanted.value && (wanted.system === undefined || wanted.system === system),
    )
  const isLive = (one: One) => one.data.deletedInSource !== true
  const records = of('source_record').filter(isLive)
  const facilitiesOf = (one: One) => codes(one).flatMap(({ kind, value }) => (kind === 'facility_id' ? [value] : []))
  const materialsBy = (code: Code) => of('material').filter((one) => carries(one, code))
  const factoriesBy = (code: Code) => {
    const owners = [...of('supplier'), ...records.filter(({ data }) => data.kind === 'factory')]
    const own = owners.filter((one) => carries(one, code))
    if (code.kind === 'facility_id') return own.length > 0 ? [code.value] : []
    return [
      ...new Set(
        own.flatMap((one) => (facilitiesOf(one).length > 0 ? facilitiesOf(one) : [one.id.split(':')[1] ?? ''])),
      ),
    ]
  }
  const numberOf = (one: One) => String(one.data.materialNumber)
  const operators = (factory: string) => of('supplier').filter((one) => facilitiesOf(one).includes(factory))
  const stylesAt = (number: string, factory: string) =>
    Object.keys(bom).filter((style) => {
      const uses = bom[style]?.some((line) => (line.material ?? 'MT-1') === number)
      const makers = of('link').filter(
        ({ data }) => data.type === 'PRODUCED_BY' && (data.from as Data).recordId === (`S-${style}` as never),
      )
      return (
        uses &&
        makers.some(({ data }) => operators(factory).some(({ id }) => id === String((data.to as Data).recordId)))
      )
    })
  const stateOf = (style: string) => of('style').find(({ id }) => id === `S-${style}`)?.data.lifecycleState
  const needOf = (number: string, factory: string): number | null => {
    const parts = of('requirement').flatMap(({ data }) => {
      if (factoriesBy(data.factory as Code).join() !== factory) return []
      const asked = String(((data.style ?? data.sku) as Data).recordId).slice(2)
      return Object.entries(bom).flatMap(([style, lines]) => {
        const skus = new Set(lines.flatMap(({ yields }) => Object.keys(yields)))
        return lines
          .filter((line) => line.material === number)
          .flatMap(({ yields }) => Object.entries(yields))
          .flatMap(([sku, net]) => {
            const share = data.sku ? Number(sku === asked) : Number(style === asked) / skus.size
            return share > 0 ? [Number(net) * 1.05 * Number(data.units) * share] : []
          })
      })
    })
    return parts.length > 0 ? parts.reduce((a, b) => a + b) : null
  }

  const pairs = new Map<string, Pair>()
  const pairAt = (material: string, factory: string, materials: One[], factories: string[]) => {
    const key = `${material} ${factory}`
    const pair = pairs.get(key) ?? { material, factory, materials, factories, positions: [] }
    pairs.set(key, pair)
    return pair
  }
  for (const one of of('position')) {
    const [material, factory] = [one.data.material as Code, one.data.factory as Code]
    const [materials, factories] = [materialsBy(material), factoriesBy(factory)]
    const [only] = materials
    const name = only && materials.length === 1 ? numberOf(only) : material.value
    pairAt(name, factories.length === 1 ? (factories[0] ?? '') : factory.value, materials, factories).positions.push(
      one,
    )
  }
  for (const one of of('material'))
    for (const factory of of('supplier').flatMap(facilitiesOf)) pairAt(numberOf(one), factory, [one], [factory])

  const erpIsActive = of('dataset').some(({ system, data }) => system === 'erp' && data.lifecycle === 'active')
  const lines: string[] = []
  for (const pair of pairs.values()) {
    const { positions, materials, factories } = pair
    const say = (code: string) => lines.push(`${code} ${pair.material} ${pair.factory}`)
    const known = materials.length === 1 ? materials[0] : undefined
    const at = factories.length === 1 ? pair.factory : null
    const erp = positions.filter(({ system }) => system === 'erp')
    const amount = ({ data }: One, measure: string) => (data[measure] === undefined ? null : Number(data[measure]))
    const any = (test: (one: One) => boolean) => positions.some(test)
    if (positions.length > 0) {
      if (materials.length === 0) say('ORPHAN_MATERIAL')
      if (factories.length === 0) say('ORPHAN_FACTORY')
      if (materials.length > 1 || factories.length > 1) say('AMBIGUOUS_MATCH')
    }
    const isActive = (style: string) => ['adopted', 'production'].includes(String(stateOf(style)))
    const used = known && at ? stylesAt(pair.material, at) : []
    if (erp.length === 0 && erpIsActive && known?.data.lifecycleState === 'approved' && used.some(isActive))
      say('MISSING_IN_ERP')
    const measures = ['onHand', 'qualityHold', 'allocated', 'inTransit', 'onOrder', 'required']
    const holding = erp.some((one) => measures.some((measure) => (amount(one, measure) ?? 0) !== 0))
    if (holding && (known ? known.system !== 'plm' : materials.length === 0)) say('MISSING_IN_PLM')
    const base = known ? known.data.baseUom : erp[0]?.data.uom
    const isLength = (uom: unknown) => uom === 'MTR' || uom === 'YRD'
    if (base && any(({ data }) => isLength(data.uom) !== isLength(base))) say('UOM_INCOMPATIBLE')
    if (base && any(({ data }) => isLength(data.uom) === isLength(base) && data.uom !== base)) say('UOM_MISMATCH')
    const isOutside = (a: number | null, b: number | null) =>
      a !== null && b !== null && Math.abs(a - b) > Math.max(1, Math.max(Math.abs(a), Math.abs(b)) / 100) + 1e-9
    const physical = positions.filter(({ system }) => system !== 'erp')
    if (erp.some((a) => physical.some((b) => isOutside(amount(a, 'onHand'), amount(b, 'onHand')))))
      say('QUANTITY_MISMATCH')
    const need = known && at ? needOf(pair.material, at) : null
    if (erp.some((one) => isOutside(amount(one, 'required'), need))) say('REQUIREMENT_MISMATCH')
    const nominated = of('link').filter(
      ({ data }) =>
        data.type === 'SUPPLIED_BY' &&
        known &&
        String((data.from as Data).recordId) === known.id &&
        (data.properties as Data).isNominated,
    )
    if (nominated.length > 0 && any(({ data }) => data.supplier !== undefined)) say('SUPPLIER_MISMATCH')
    if (nominated.length > 0 && any(({ data }) => data.mpn !== undefined && data.mpn !== ('HV-1' as never)))
      say('MPN_MISMATCH')
    if (known && known.data.lifecycleState !== 'approved' && any((one) => (amount(one, 'onOrder') ?? 0) > 0))
      say('STATUS_CONFLICT')
    if (
      newest &&
      known &&
      at &&
      operators(at).length > 0 &&
      used.length === 0 &&
      any((one) => (amount(one, 'onHand') ?? 0) > 0)
    )
      say('FACTORY_NOT_ALLOCATED')
    if (any((one) => (amount(one, 'onHand') ?? 0) < 0)) say('NEGATIVE_ON_HAND')
    if (
      any((one) => amount(one, 'allocated') !== null && (amount(one, 'allocated') ?? 0) > (amount(one, 'onHand') ?? 0))
    )
      say('OVER_ALLOCATED')
    const parts = ['onHand', 'qualityHold', 'inTransit', 'onOrder', 'required']
    const short = (one: One) => {
      const [a, b, c, d, e] = parts.map((measure) => amount(one, measure))
      return (
        [a, b, c, d, e].every((part) => part !== null) && Number(a) - Number(b) + Number(c) + Number(d) - Number(e) < 0
      )
    }
    if (any(short)) say('SHORTAGE')
  }
  const ownersOf = (one: One) =>
    one.data.kind === 'factory' ? facilitiesOf(one) : [...new Set(codes(one).flatMap(materialsBy).map(numberOf))]
  for (const one of records.filter((record) => ownersOf(record).length > 1))
    lines.push(`AMBIGUOUS_MATCH ${one.id.split(':')[1]}`)
  const single = records.filter((record) => ownersOf(record).length === 1)
  const groups = Map.groupBy(
    single,
    (one) => `${one.system} ${one.id.split(':')[0]} ${one.data.kind} ${ownersOf(one)[0]}`,
  )
  for (const [key, { length }] of groups) if (length > 1) lines.push(`DUPLICATE_SOURCE_RECORD ${key.split(' ')[3]}`)
  return [...new Set(lines)].sort()
}
