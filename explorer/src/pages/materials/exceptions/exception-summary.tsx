import type { ExceptionCode, ExceptionsOfEnd, PositionExceptionSummary } from '@tenant-data/client'
import { type ReactNode, useState } from 'react'
import { formatCode } from '../../../format/names.ts'
import { formatNumber } from '../../../format/numbers.ts'
import { StatusMark } from '../../../parts/marks.tsx'
import { Loaded } from '../../../parts/states.tsx'
import { useRead } from '../../../parts/use-read.ts'
import { Bar } from '../../../parts/values.tsx'
import { endText } from '../end-name.tsx'
import { type MaterialsSearch, severities } from '../materials-search.ts'
import { exceptionFilters, withoutOne } from './exceptions.ts'

interface SummaryProps {
  search: MaterialsSearch
  onChange: (change: Partial<MaterialsSearch>) => void
}

/**
 * The number of exceptions by each filter. A filter does not affect its own counts, so that users can choose another.
 */
export function ExceptionSummary({ search, onChange }: SummaryProps): ReactNode {
  const filters = exceptionFilters(search)
  const ofSeverity = useRead('summarizeMaterialPositionExceptions', withoutOne(filters, 'severity'))
  const ofCode = useRead('summarizeMaterialPositionExceptions', withoutOne(filters, 'code'))
  const ofSystem = useRead('summarizeMaterialPositionExceptions', withoutOne(filters, 'system'))
  const ofFactory = useRead('summarizeMaterialPositionExceptions', withoutOne(filters, 'factory'))
  const ofMaterial = useRead('summarizeMaterialPositionExceptions', withoutOne(filters, 'material'))
  const bySeverity = ofSeverity.data?.data.counts.severity
  return (
    <section className="exception-summary" aria-label="Summary">
      <ul className="figures">
        {severities.map((severity) => (
          <li key={severity}>
            <button
              type="button"
              aria-pressed={severity === search.severity}
              onClick={() => onChange({ severity: severity === search.severity ? undefined : severity })}
            >
              <StatusMark
                status={severity}
                text={`${bySeverity ? formatNumber(bySeverity[severity]) : '…'} ${severity}`}
              />
            </button>
          </li>
        ))}
      </ul>
      <div className="facets">
        <Loaded query={ofCode} lines={6}>
          {({ data }) => (
            <Facet
              title="Code"
              entries={codesOf(data)}
              chosen={search.code}
              onChoose={(code) => onChange({ code: code as ExceptionCode | undefined })}
            />
          )}
        </Loaded>
        <Loaded query={ofSystem} lines={6}>
          {({ data }) => (
            <Facet
              title="System"
              entries={systemsOf(data)}
              chosen={search.system}
              onChoose={(system) => onChange({ system })}
            />
          )}
        </Loaded>
        <Loaded query={ofFactory} lines={6}>
          {({ data }) => (
            <Facet
              title="Factories with the most exceptions"
              entries={data.byFactory.map(entryOf)}
              chosen={search.factory}
              onChoose={(factory) => onChange({ factory })}
            />
          )}
        </Loaded>
        <Loaded query={ofMaterial} lines={6}>
          {({ data }) => (
            <Facet
              title="Materials with the most exceptions"
              entries={data.byMaterial.map(entryOf)}
              chosen={search.material}
              onChoose={(material) => onChange({ material })}
            />
          )}
        </Loaded>
      </div>
    </section>
  )
}

function codesOf({ counts }: PositionExceptionSummary) {
  return Object.entries(counts.code).map(([value, count]) => ({ value, name: formatCode(value), count }))
}

function systemsOf({ counts }: PositionExceptionSummary) {
  return Object.entries(counts.system).map(([value, count]) => ({ value, name: value, count }))
}

const entryOf = ({ key, label, exceptions }: ExceptionsOfEnd) => ({
  value: key,
  name: endText({ code: key, label }),
  count: exceptions,
})

const SHOWN = 5

interface FacetProps {
  title: string
  /** The values of the filter, with the number of exceptions of each. */
  entries: readonly { value: string; name: string; count: number }[]
  chosen: string | undefined
  /** Called with undefined when the chosen value is clicked again. */
  onChoose: (value: string | undefined) => void
}

/** The counts of one filter. A click on a value filters the table, and a second click clears the filter. */
function Facet({ title, entries, chosen, onChoose }: FacetProps): ReactNode {
  const [isLong, setLong] = useState(false)
  const present = entries.filter(({ value, count }) => count > 0 || value === chosen)
  const ordered = present.toSorted((a, b) => b.count - a.count)
  const inShort = ordered.filter(({ value }, place) => place < SHOWN || value === chosen)
  const largest = String(ordered[0]?.count ?? 0)
  return (
    <section className="facet" aria-label={title}>
      <h2>{title}</h2>
      {ordered.length === 0 && <p className="quiet">none</p>}
      <ul>
        {(isLong ? ordered : inShort).map(({ value, name, count }) => (
          <li key={value}>
            <button
              type="button"
              title={name}
              aria-pressed={value === chosen}
              onClick={() => onChoose(value === chosen ? undefined : value)}
            >
              <span>{name}</span>
              <b>{formatNumber(count)}</b>
              <Bar value={String(count)} largest={largest} />
            </button>
          </li>
        ))}
      </ul>
      {ordered.length > inShort.length && (
        <button type="button" className="facet-more" aria-expanded={isLong} onClick={() => setLong(!isLong)}>
          {isLong ? 'Fewer' : `${formatNumber(ordered.length - inShort.length)} more`}
        </button>
      )}
    </section>
  )
}
