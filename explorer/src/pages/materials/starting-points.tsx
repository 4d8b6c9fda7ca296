import { Link } from '@tanstack/react-router'
import type { ExceptionsOfEnd } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { formatCount } from '../../format/numbers.ts'
import { AsCode } from '../../parts/as-code.tsx'
import { Card } from '../../parts/layout.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import { useRead } from '../../parts/use-read.ts'
import { endText } from './end-name.tsx'
import type { View } from './materials-search.ts'

/** Asks the user to choose a material or factory, and suggests those with the most exceptions. */
export function StartingPoints({ view, title }: { view: View; title: string }): ReactNode {
  const summary = useRead('summarizeMaterialPositionExceptions', {})
  return (
    <>
      <Empty title={title}>Enter a code or a name above, or start with the most open exceptions.</Empty>
      <Loaded query={summary} lines={10}>
        {({ data }) => (
          <div className="cards">
            <Ends title="Materials" ends={data.byMaterial} searchOf={({ key }) => ({ view, material: key })} />
            <Ends title="Factories" ends={data.byFactory} searchOf={({ key }) => ({ view, factory: key })} />
          </div>
        )}
      </Loaded>
      <AsCode calls={[{ operationId: 'summarizeMaterialPositionExceptions', input: {} }]} />
    </>
  )
}

interface EndsProps {
  title: string
  ends: readonly ExceptionsOfEnd[]
  searchOf: (end: ExceptionsOfEnd) => { view: View; material?: string; factory?: string }
}

function Ends({ title, ends, searchOf }: EndsProps): ReactNode {
  return (
    <Card title={title}>
      {ends.length === 0 && <p className="quiet">No open exceptions.</p>}
      <ul className="lines">
        {ends.map((end) => (
          <li key={end.id ?? end.key}>
            <Link to="/materials" search={searchOf(end)}>
              {endText({ code: end.key, label: end.label })}
            </Link>
            <span>{formatCount(end.exceptions, 'exception')}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
