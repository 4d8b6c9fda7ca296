import type { ExceptionCode, ExceptionsOfEnd, PositionExceptionSummary } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCode } from '../../../format/format-count.ts'
import { useRead } from '../../../parts/data/use-read.ts'
import { StatusMark } from '../../../parts/marks/status-mark.tsx'
import { Loaded } from '../../../parts/page/loaded.tsx'
import { endText } from '../end-name.tsx'
import { type MaterialsSearch, severities } from '../materials-search.ts'
import { exceptionFilters, without } from './exception-filters.ts'
import { Facet } from './facet.tsx'

interface SummaryProps {
  search: MaterialsSearch
  onChange: (change: Partial<MaterialsSearch>) => void
}

/** How many exceptions there are by what one can choose; a choice keeps the counts of what could be chosen in its place. */
export function ExceptionSummary({ search, onChange }: SummaryProps): ReactNode {
  const filters = exceptionFilters(search)
  const ofAll = useRead('summarizeMaterialPositionExceptions', filters)
  const ofSeverity = useRead('summarizeMaterialPositionExceptions', without(filters, 'severity'))
  const ofCode = useRead('summarizeMaterialPositionExceptions', without(filters, 'code'))
  const ofFactory = useRead('summarizeMaterialPositionExceptions', without(filters, 'factory'))
  const ofMaterial = useRead('summarizeMaterialPositionExceptions', without(filters, 'material'))
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
                text={`${bySeverity?.[severity].toLocaleString('en-GB') ?? '…'} ${severity}`}
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
        <Loaded query={ofAll} lines={6}>
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
