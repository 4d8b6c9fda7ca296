import type { TestBom } from '../bom/bom-events.ts'
import type { SourceEvent } from '../events/source-event.ts'

/**
 * The expected open exceptions of a scenario with their times, by brute force from all of its events at once. It shares
 * no code with the projector. It supports only what scenarios contain: amounts that are exact as floats, codes of
 * facilities and sites, meters, yards, and kilograms. Events of one record apply in the given order.
 */
type Data = Record<string, never> & { [name: string]: never }
type Code = { system?: string; kind: string; value: string }
/** The current state of a record, with all of its events that were not stale. */
type One = { kind: string; system: string; id: string; data: Record<string, unknown>; events: readonly SentVersion[] }
type SentVersion = Pick<SourceEvent, 'time' | 'data'>
/** A record that an exception is based on, with the values that it depends on. */
type Input = readonly [One, ...((data: Record<string, unknown>) => unknown)[]]
type Pair = { material: string; factory: string; materials: One[]; factories: string[]; positions: One[] }

/** The open exceptions, as code and ends. `newest` is the newest BOM, or null before the first publication. */
export function openExceptions(events: readonly SourceEvent[], newest: TestBom | null): string[] {
  return [...found(events, newest).keys()].sort()
}

/** The open exceptions with `firstSeenAt` and `lastSeenAt`; the newest BOM was sent at `sentAt`. */
export function openExceptionTimes(events: readonly SourceEvent[], newest: TestBom | null, sentAt: string): string[] {
  return [...found(events, newest)].map(([line, inputs]) => `${line} ${timesOf(inputs, sentAt).join(' ')}`).sort()
}

const BOM_LINE: One = { kind: 'bom', system: 'plm', id: '', data: {}, events: [] }

function timesOf(inputs: readonly Input[], sentAt: string): [string | undefined, string | undefined] {
  const sinceOf = (one: One, fieldOf: (data: Record<string, unknown>) => unknown) => {
    if (one === BOM_LINE) return sentAt
    const now = JSON.stringify(fieldOf(one.data))
    const other = one.events.findLastIndex(({ data }) => data === null || JSON.stringify(fieldOf(data)) !== now)
    return one.events[other + 1]?.time ?? ''
  }
  const first = inputs.flatMap(([one, ...values]) =>
    [() => null, ...values].slice(values.length > 0 ? 1 : 0).map((fieldOf) => sinceOf(one, fieldOf)),
  )
  const last = inputs.flatMap(([one]) => (one === BOM_LINE ? [sentAt] : one.events.map(({ time }) => time)))
  return [first.sort().at(-1), last.sort().at(-1)]
}

function found(events: readonly SourceEvent[], newest: TestBom | null): Map<string, Input[]> {
  const bom = newest ?? {}
  const taken = new Map<string, SourceEvent[]>()
  for (const event of events) {
    const key = `${event.kind}/${event.system}/${event.recordId}`
    const own = taken.get(key) ?? []
    if ((own.at(-1)?.version ?? -1) < event.version) taken.set(key, [...own, event])
  }
  const all = [...taken.values()].flatMap((own): One[] => {
    const { kind = '', system = 'plm', recordId: id = '', data = null } = own.at(-1) ?? {}
    return data ? [{ kind, system, id, data, events: own }] : []
  })
  const ofKind = (kind: string) => all.filter((one) => one.kind === kind)
  const codes = ({ data }: One) => (data.references ?? []) as Code[]
  const carries = (one: One, wanted: Code) =>
    codes(one).some(
      ({ system, kind, value }) =>
        kind === wanted.kind && value === wanted.value && (wanted.system === undefined || wanted.system === system),
    )
  const isLive = (one: One) => one.data.deletedInSource !== true
  const records = ofKind('source_record').filter(isLive)
  const facilitiesOf = (one: One) => codes(one).flatMap(({ kind, value }) => (kind === 'facility_id' ? [value] : []))
  const materialsBy = (code: Code) => ofKind('material').filter((one) => carries(one, code))
  const factoriesBy = (code: Code) => {
    const owners = [...ofKind('supplier'), ...records.filter(({ data }) => data.kind === 'factory')]
    const own = owners.filter((one) => carries(one, code))
    if (code.kind === 'facility_id') return own.length > 0 ? [code.value] : []
    return [
      ...new Set(
        own.flatMap((one) => (facilitiesOf(one).length > 0 ? facilitiesOf(one) : [one.id.split(':')[1] ?? ''])),
      ),
    ]
  }
  const numberOf = (one: One) => String(one.data.materialNumber)
  const operators = (factory: string) => ofKind('supplier').filter((one) => facilitiesOf(one).includes(factory))
  const stylesAt = (number: string, factory: string) =>
    Object.keys(bom).filter((style) => {
      const uses = bom[style]?.some((line) => (line.material ?? 'MT-1') === number)
      const makers = ofKind('link').filter(
        ({ data }) => data.type === 'PRODUCED_BY' && (data.from as Data).recordId === (`S-${style}` as never),
      )
      return (
        uses &&
        makers.some(({ data }) => operators(factory).some(({ id }) => id === String((data.to as Data).recordId)))
      )
    })
  const stateOf = (style: string) => ofKind('style').find(({ id }) => id === `S-${style}`)?.data.lifecycleState
  const needOf = (number: string, factory: string): { amount: number; requirements: One[] } | null => {
    const parts = ofKind('requirement').flatMap((requirement) => {
      const { data } = requirement
      if (factoriesBy(data.factory as Code).join() !== factory) return []
      const asked = String(((data.style ?? data.sku) as Data).recordId).slice(2)
      return Object.entries(bom).flatMap(([style, lines]) => {
        const skus = new Set(lines.flatMap(({ yields }) => Object.keys(yields)))
        return lines
          .filter((line) => line.material === number)
          .flatMap(({ yields }) => Object.entries(yields))
          .flatMap(([sku, net]) => {
            const share = data.sku ? Number(sku === asked) : Number(style === asked) / skus.size
            return share > 0 ? [{ amount: Number(net) * 1.05 * Number(data.units) * share, requirement }] : []
          })
      })
    })
    const amount = parts.reduce((sum, part) => sum + part.amount, 0)
    return parts.length > 0 ? { amount, requirements: parts.map(({ requirement }) => requirement) } : null
  }

  const pairs = new Map<string, Pair>()
  const pairAt = (material: string, factory: string, materials: One[], factories: string[]) => {
    const key = `${material} ${factory}`
    const pair = pairs.get(key) ?? { material, factory, materials, factories, positions: [] }
    pairs.set(key, pair)
    return pair
  }
  for (const one of ofKind('position')) {
    const [material, factory] = [one.data.material as Code, one.data.factory as Code]
    const [materials, factories] = [materialsBy(material), factoriesBy(factory)]
    const [only] = materials
    const name = only && materials.length === 1 ? numberOf(only) : material.value
    pairAt(name, factories.length === 1 ? (factories[0] ?? '') : factory.value, materials, factories).positions.push(
      one,
    )
  }
  for (const one of ofKind('material'))
    for (const factory of ofKind('supplier').flatMap(facilitiesOf)) pairAt(numberOf(one), factory, [one], [factory])

  const erpIsActive = ofKind('dataset').some(({ system, data }) => system === 'erp' && data.lifecycle === 'active')
  const lines = new Map<string, Input[]>()
  const isLiveAt = (data: Record<string, unknown>) => data.deletedInSource !== true
  const field = (name: string) => (data: Record<string, unknown>) => data[name]
  const fields = (...names: string[]) => names.map(field)
  const carrying = (code: Code) => (data: Record<string, unknown>) => carries({ data } as One, code)
  /** The input with the code, of several, that the record has had for the longest time. */
  const oldest = (one: One, codes: readonly Code[]): Input[] => {
    const since = (code: Code) => timesOf([[one, carrying(code)]], '')[0] ?? ''
    const [first] = [...codes].sort((a, b) => (since(a) < since(b) ? -1 : 1))
    return first ? [[one, carrying(first)]] : []
  }
  for (const pair of pairs.values()) {
    const { positions, materials, factories } = pair
    const say = (code: string, ...inputs: Input[]) => lines.set(`${code} ${pair.material} ${pair.factory}`, inputs)
    const inputsOf = (records: One[], ...names: string[]) => records.map((one): Input => [one, ...fields(...names)])
    const known = materials.length === 1 ? materials[0] : undefined
    /** The inputs of the material, which has the codes by which positions name it. */
    const knownBy = (records: One[], ...names: string[]): Input[] =>
      known ? [[known, ...fields(...names), ...records.map(({ data }) => carrying(data.material as Code))]] : []
    const at = factories.length === 1 ? pair.factory : null
    const erp = positions.filter(({ system }) => system === 'erp')
    const amount = ({ data }: One, measure: string) => (data[measure] === undefined ? null : Number(data[measure]))
    if (positions.length > 0) {
      if (materials.length === 0) say('ORPHAN_MATERIAL', ...inputsOf(positions, 'material'))
      if (factories.length === 0) say('ORPHAN_FACTORY', ...inputsOf(positions, 'factory'))
      if (materials.length > 1 || factories.length > 1) {
        const ends = [...(materials.length > 1 ? ['material'] : []), ...(factories.length > 1 ? ['factory'] : [])]
        const [first] = positions
        const owning = (code: Code) =>
          materials.length > 1 ? materials.map((one): Input => [one, carrying(code)]) : []
        const leading = (code: Code) =>
          factories.length > 1
            ? [...ofKind('supplier'), ...records]
                .filter((one) => carries(one, code))
                .map((one): Input => [one, carrying(code), isLiveAt])
            : []
        say(
          'AMBIGUOUS_MATCH',
          ...inputsOf(positions, ...ends),
          ...owning(first?.data.material as Code),
          ...leading(first?.data.factory as Code),
        )
      }
    }
    const isActive = (style: string) => ['adopted', 'production'].includes(String(stateOf(style)))
    const used = known && at ? stylesAt(pair.material, at) : []
    const active = used.filter(isActive)
    if (erp.length === 0 && erpIsActive && known?.data.lifecycleState === 'approved' && active.length > 0) {
      if (active.length > 1)
        throw new Error('With several active styles the input depends on their IDs: use one in the scenario')
      const style = ofKind('style').filter(({ id }) => id === `S-${active[0]}`)
      const suppliers = at ? operators(at) : []
      const links = ofKind('link').filter(
        ({ data }) =>
          data.type === 'PRODUCED_BY' &&
          (data.from as Data).recordId === (`S-${active[0]}` as never) &&
          suppliers.some(({ id }) => id === String((data.to as Data).recordId)),
      )
      if (links.length > 1)
        throw new Error('With several links the input depends on their IDs: use one in the scenario')
      const [to] = links.map(({ data }) => String((data.to as Data).recordId))
      say(
        'MISSING_IN_ERP',
        [known, field('lifecycleState')],
        ...style.map((one): Input => [one, field('lifecycleState')]),
        ...links.map((one): Input => [one, field('from'), field('to')]),
        [BOM_LINE],
        ...suppliers
          .filter(({ id }) => id === to)
          .map((one): Input => [one, carrying({ kind: 'facility_id', value: at ?? '' })]),
        ...ofKind('dataset')
          .filter(({ system, data }) => system === 'erp' && data.lifecycle === 'active')
          .map((one): Input => [one, field('lifecycle')]),
      )
    }
    const measures = ['onHand', 'qualityHold', 'allocated', 'inTransit', 'onOrder', 'required']
    const held = (one: One) => measures.filter((measure) => (amount(one, measure) ?? 0) !== 0)
    const holding = erp.filter((one) => held(one).length > 0)
    if (holding.length > 0 && (known ? known.system !== 'plm' : materials.length === 0))
      say(
        'MISSING_IN_PLM',
        ...holding.map((one): Input => [one, ...fields(...held(one))]),
        ...(known ? knownBy(holding) : inputsOf(holding, 'material')),
      )
    const base = known ? known.data.baseUom : erp[0]?.data.uom
    const isLength = (uom: unknown) => uom === 'MTR' || uom === 'YRD'
    const baseBy = (records: One[]) => (known ? knownBy(records, 'baseUom') : inputsOf(erp.slice(0, 1), 'uom'))
    const sayUnits = (code: string, records: One[]) => {
      if (base && records.length > 0) say(code, ...inputsOf(records, 'uom'), ...baseBy(records))
    }
    const same = (uom: unknown) => isLength(uom) === isLength(base)
    sayUnits(
      'UOM_INCOMPATIBLE',
      positions.filter(({ data }) => !same(data.uom)),
    )
    sayUnits(
      'UOM_MISMATCH',
      positions.filter(({ data }) => same(data.uom) && data.uom !== base),
    )
    const isOutside = (a: number | null, b: number | null) =>
      a !== null && b !== null && Math.abs(a - b) > Math.max(1, Math.max(Math.abs(a), Math.abs(b)) / 100) + 1e-9
    const physical = positions.filter(({ system }) => system !== 'erp')
    const apart = erp.flatMap((a) =>
      physical.filter((b) => isOutside(amount(a, 'onHand'), amount(b, 'onHand'))).flatMap((b) => [a, b]),
    )
    if (apart.length > 0) say('QUANTITY_MISMATCH', ...inputsOf(apart, 'onHand', 'uom'))
    const need = known && at ? needOf(pair.material, at) : null
    const short = need ? erp.filter((one) => isOutside(amount(one, 'required'), need.amount)) : []
    if (need && short.length > 0)
      say(
        'REQUIREMENT_MISMATCH',
        ...inputsOf(short, 'required', 'uom'),
        ...need.requirements.map((one): Input => [one, ...fields('style', 'sku', 'factory', 'units')]),
        ...knownBy(short),
        [BOM_LINE],
      )
    const nominated = ofKind('link').filter(
      ({ data }) =>
        data.type === 'SUPPLIED_BY' &&
        known &&
        String((data.from as Data).recordId) === known.id &&
        (data.properties as Data).isNominated,
    )
    const property = (name: string) => (data: Record<string, unknown>) => (data.properties as Data)[name]
    const bought = positions.filter(({ data }) => data.supplier !== undefined)
    if (nominated.length > 0 && bought.length > 0)
      say(
        'SUPPLIER_MISMATCH',
        ...inputsOf(bought, 'supplier'),
        ...knownBy(bought),
        ...nominated.map((one): Input => [one, property('isNominated')]),
        ...ofKind('supplier')
          .filter(({ id }) => nominated.some(({ data }) => id === String((data.to as Data).recordId)))
          .map((one): Input => [one, field('supplierCode'), field('references')]),
      )
    const articles = positions.filter(({ data }) => data.mpn !== undefined && data.mpn !== ('HV-1' as never))
    if (nominated.length > 0 && articles.length > 0)
      say(
        'MPN_MISMATCH',
        ...inputsOf(articles, 'mpn'),
        ...knownBy(articles),
        ...nominated.map((one): Input => [one, property('isNominated'), property('mpn')]),
      )
    const ordering = positions.filter((one) => (amount(one, 'onOrder') ?? 0) > 0)
    if (known && known.data.lifecycleState !== 'approved' && ordering.length > 0)
      say('STATUS_CONFLICT', ...inputsOf(ordering, 'onOrder'), ...knownBy(ordering, 'lifecycleState'))
    const stocked = positions.filter((one) => (amount(one, 'onHand') ?? 0) > 0)
    if (newest && known && at && operators(at).length > 0 && used.length === 0 && stocked.length > 0)
      say(
        'FACTORY_NOT_ALLOCATED',
        ...inputsOf(stocked, 'onHand', 'factory'),
        ...knownBy(stocked),
        ...operators(at).map((one): Input => [one, carrying({ kind: 'facility_id', value: at })]),
      )
    const sayOf = (code: string, names: string[], isFaulty: (one: One) => boolean) => {
      const differing = positions.filter(isFaulty)
      if (differing.length > 0) say(code, ...inputsOf(differing, ...names))
    }
    sayOf('NEGATIVE_ON_HAND', ['onHand'], (one) => (amount(one, 'onHand') ?? 0) < 0)
    sayOf(
      'OVER_ALLOCATED',
      ['allocated', 'onHand'],
      (one) => amount(one, 'allocated') !== null && (amount(one, 'allocated') ?? 0) > (amount(one, 'onHand') ?? 0),
    )
    const parts = ['onHand', 'qualityHold', 'inTransit', 'onOrder', 'required']
    sayOf('SHORTAGE', parts, (one) => {
      const [a, b, c, d, e] = parts.map((measure) => amount(one, measure))
      return (
        [a, b, c, d, e].every((part) => part !== null) && Number(a) - Number(b) + Number(c) + Number(d) - Number(e) < 0
      )
    })
  }
  /** The inputs of a match: the live record, and the owner of its codes. */
  const matchOf = (one: One, owner: One | undefined): Input[] => {
    const led = owner ? codes(one).filter((code) => carries(owner, code)) : []
    return [[one, isLiveAt], ...oldest(one, led), ...(owner ? oldest(owner, led) : [])]
  }
  const materialsOf = (one: One) => [...new Set(codes(one).flatMap(materialsBy))]
  const ownersOf = (one: One) =>
    one.data.kind === 'factory' ? facilitiesOf(one) : [...new Set(codes(one).flatMap(materialsBy).map(numberOf))]
  const inputsOf = (one: One): Input[] => {
    if (one.data.kind === 'material') return materialsOf(one).flatMap((owner) => matchOf(one, owner))
    return [[one, isLiveAt, ...facilitiesOf(one).map((value) => carrying({ kind: 'facility_id', value }))]]
  }
  for (const record of records.filter((one) => ownersOf(one).length > 1))
    lines.set(`AMBIGUOUS_MATCH ${record.id.split(':')[1]}`, inputsOf(record))
  const single = records.filter((record) => ownersOf(record).length === 1)
  const groups = Map.groupBy(
    single,
    (one) => `${one.system} ${one.id.split(':')[0]} ${one.data.kind} ${ownersOf(one)[0]}`,
  )
  for (const [key, own] of groups)
    if (own.length > 1) lines.set(`DUPLICATE_SOURCE_RECORD ${key.split(' ')[3]}`, own.flatMap(inputsOf))
  return lines
}
