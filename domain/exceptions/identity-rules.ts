import { inputsOf, knownOf, type PairRules, sourcesOf, type Violation } from './finding.ts'
import { inputOf } from './inputs.ts'
import type { Pair, PositionFacts } from './pair.ts'
import { measuresOf, recordValue, type Step, sourceName, textStep } from './steps.ts'
import { quantitiesOf } from './stock-rules.ts'

/** Rules about materials and factories that are unknown or ambiguous, and about records that a system lacks. */
export const identityRules = {
  ORPHAN_MATERIAL: (pair, positions) => orphan(pair, positions, 'material'),
  ORPHAN_FACTORY: (pair, positions) => orphan(pair, positions, 'factory'),
  AMBIGUOUS_MATCH: ambiguous,
  MISSING_IN_ERP: missingInErp,
  MISSING_IN_PLM: missingInPlm,
} satisfies PairRules

function orphan(pair: Pair, positions: readonly PositionFacts[], end: 'material' | 'factory'): Violation | null {
  const { id, owners, code } = pair[end]
  if (positions.length === 0 || id !== null || owners.length > 0) return null
  const steps = [...codeSteps(positions, end, code), textStep(`Number of ${PLURALS[end]} with this code`, '0')]
  return { ...sourcesOf(positions), inputs: inputsOf(positions, end), observed: code, steps }
}

const PLURALS = { material: 'materials', factory: 'factories' } as const

/** A step for each position with the code that it uses for its material or factory. */
function codeSteps(positions: readonly PositionFacts[], end: 'material' | 'factory', code: string): Step[] {
  return positions.map((position) => {
    return textStep(`Code of the ${end} in ${sourceName(position)}`, code, [recordValue(position.record, end, code)])
  })
}

function ambiguous(pair: Pair, positions: readonly PositionFacts[]): Violation | null {
  const endpoints = (['material', 'factory'] as const).filter((end) => pair[end].owners.length > 0)
  if (positions.length === 0 || endpoints.length === 0) return null
  const owners = endpoints.flatMap((end) => pair[end].owners)
  return {
    ...sourcesOf(positions),
    inputs: [...inputsOf(positions, ...endpoints), ...owners.flatMap(({ inputs }) => inputs)],
    observed: owners.map(({ code }) => code).join(', '),
    expected: 'one owner',
    steps: [
      ...endpoints.flatMap((end) => codeSteps(positions, end, pair[end].code)),
      ...owners.map((owner) => {
        const [by] = owner.inputs
        return textStep('Owner of the code', owner.code, by ? [recordValue(by, 'code', owner.code)] : [])
      }),
      textStep('Number of owners', String(owners.length)),
    ],
  }
}

const ofErp = (positions: readonly PositionFacts[]) => positions.filter(({ system }) => system === 'erp')

function missingInErp({ facts, production, erpDatasets }: Pair, positions: readonly PositionFacts[]): Violation | null {
  if (ofErp(positions).length > 0 || erpDatasets.length === 0) return null
  if (!production || facts?.lifecycleState !== 'approved') return null
  const approved = inputOf(facts.record, ['lifecycleState'])
  const { style, lifecycleState, supplier, inputs } = production
  const valuesOf = (kind: Source, name: string, value: string) =>
    inputs.filter((one) => one.kind === kind).map((one) => recordValue(one, name, value))
  const active = erpDatasets.map(({ input }) => recordValue(input, 'lifecycle', 'active'))
  return {
    inputs: [approved, ...inputs, ...erpDatasets.map(({ input }) => input)],
    systems: ['erp'],
    datasetIds: erpDatasets.map(({ datasetId }) => datasetId),
    steps: [
      textStep('Lifecycle state of the material', facts.lifecycleState, [
        recordValue(facts.record, 'lifecycleState', facts.lifecycleState),
      ]),
      textStep('Style that uses the material', style, [
        ...valuesOf('style', 'styleNumber', style),
        ...valuesOf('style', 'lifecycleState', lifecycleState),
      ]),
      textStep('Lifecycle state of the style', lifecycleState, valuesOf('style', 'lifecycleState', lifecycleState)),
      textStep('Supplier that produces the style and operates the factory', supplier, [
        ...valuesOf('supplier', 'label', supplier),
        ...valuesOf('link', 'type', 'PRODUCED_BY').slice(-1),
      ]),
      textStep('Number of active datasets of the ERP', String(erpDatasets.length), active),
      textStep('Number of ERP positions of the material at the factory', '0'),
    ],
  }
}

type Source = 'style' | 'supplier' | 'link'

function missingInPlm({ facts, material }: Pair, positions: readonly PositionFacts[]): Violation | null {
  const holding = ofErp(positions).filter((position) => quantitiesOf(position).length > 0)
  const isKnown = facts ? facts.isInPlm : material.owners.length > 0
  if (holding.length === 0 || isKnown) return null
  const inputs = [
    ...holding.map((position) => inputOf(position.record, quantitiesOf(position))),
    ...(facts ? knownOf(facts, holding, 'isInPlm') : inputsOf(holding, 'material')),
  ]
  const steps = [
    ...holding.map((position) => {
      const quantities = measuresOf(position, ...quantitiesOf(position))
      return textStep(
        `Number of quantities in ${sourceName(position)} other than 0`,
        `${quantities.length}`,
        quantities,
      )
    }),
    facts
      ? textStep('Number of current codes of the material in PLM', '0', [
          recordValue(facts.record, 'externalReferences', null),
        ])
      : textStep('Number of materials with this code', '0'),
  ]
  return { ...sourcesOf(holding), inputs, steps }
}
