import { type Measure, measureValues } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { fieldName, formatCode } from '../../../format/names.ts'
import { formatAmount, formatPercent } from '../../../format/numbers.ts'
import { CheckFilter, Filters, named, SelectFilter, TextFilter } from '../../../parts/filters.tsx'
import { chipsOf } from '../../../parts/find/chips.ts'
import { type MaterialsSearch, verdicts } from '../materials-search.ts'
import { MOST_SYSTEMS } from '../positions/positions.ts'
import { RefPicker } from '../ref-picker.tsx'
import { absoluteTolerances, percentTolerance, toleranceUnits } from './comparison.ts'

interface ComparisonFormProps {
  search: MaterialsSearch
  /** The systems that can be chosen. */
  systems: readonly string[]
  /** The systems that are compared now, chosen in the URL or by default. */
  chosenSystems: readonly string[]
  chosenMeasures: readonly Measure[]
  onChange: (change: Partial<MaterialsSearch>) => void
  /** Rendered after the filters. */
  children: ReactNode
}

/** The filters of a comparison: pairs, systems, measures, and tolerances. */
export function ComparisonForm(props: ComparisonFormProps): ReactNode {
  const { search, systems, chosenSystems, chosenMeasures, onChange, children } = props
  const { material, factory, verdict, percent } = search
  const chips = chipsOf(search, chipNames, (name) => onChange({ [name]: undefined }))
  const cleared = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]))
  return (
    <>
      <Filters chips={chips} onClear={() => onChange({ ...cleared, view: 'comparison' })}>
        <RefPicker kind="material" value={material} onChange={(ref) => onChange({ material: ref })} />
        <RefPicker kind="factory" value={factory} onChange={(ref) => onChange({ factory: ref })} />
        <SelectFilter
          label="Verdict"
          value={verdict}
          options={named(verdicts)}
          onChange={(one) => onChange({ verdict: one })}
        />
        {children}
      </Filters>
      <div className="choices">
        <Choices
          legend="Systems (two to four)"
          options={systems}
          chosen={chosenSystems}
          isFull={chosenSystems.length >= MOST_SYSTEMS}
          onChange={(chosen) => onChange({ systems: chosen })}
        />
        <Choices
          legend="Measures"
          options={measureValues}
          chosen={chosenMeasures}
          nameOf={fieldName}
          onChange={(chosen) => onChange({ measures: chosen })}
        />
        <fieldset className="tolerance">
          <legend>Tolerance (the larger value applies)</legend>
          <TextFilter
            label="Percent"
            value={percent ?? percentTolerance}
            onChange={(value) => onChange({ percent: value })}
          />
          {toleranceUnits.map((unit) => (
            <TextFilter
              key={unit}
              label={unit}
              value={search[unit] ?? absoluteTolerances[unit]}
              onChange={(value) => onChange({ [unit]: value })}
            />
          ))}
        </fieldset>
      </div>
    </>
  )
}

const chipNames = {
  material: 'Material',
  factory: 'Factory',
  verdict: (verdict: string) => `Verdict: ${formatCode(verdict)}`,
  systems: (systems: readonly string[]) => `Systems: ${systems.join(', ')}`,
  measures: (measures: readonly string[]) => `Measures: ${measures.map(fieldName).join(', ')}`,
  percent: (percent: string) => `Tolerance: ${formatPercent(percent)}`,
  ...Object.fromEntries(
    toleranceUnits.map((unit) => [unit, (value: string) => `Tolerance: ${formatAmount(value, unit)}`]),
  ),
}

interface ChoicesProps<Value extends string> {
  legend: string
  options: readonly Value[]
  chosen: readonly Value[]
  /** True if no further system can be chosen. */
  isFull?: boolean
  nameOf?: (value: Value) => string
  onChange: (chosen: Value[]) => void
}

function Choices<Value extends string>(props: ChoicesProps<Value>): ReactNode {
  const { legend, options, chosen, isFull = false, nameOf = String, onChange } = props
  return (
    <fieldset>
      <legend>{legend}</legend>
      {options
        .filter((one) => !isFull || chosen.includes(one))
        .map((one) => (
          <CheckFilter
            key={one}
            label={nameOf(one)}
            value={chosen.includes(one)}
            onChange={(isOn) => onChange(options.filter((other) => (other === one ? isOn : chosen.includes(other))))}
          />
        ))}
    </fieldset>
  )
}
