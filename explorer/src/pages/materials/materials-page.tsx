import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCode } from '../../format/names.ts'
import { PageHead } from '../../parts/layout.tsx'
import { useAddress } from '../../use-address.ts'
import { ComparisonView } from './comparison/comparison-view.tsx'
import { ExceptionsView } from './exceptions/exceptions-view.tsx'
import { materialsSearch, views } from './materials-search.ts'
import { PositionsView } from './positions/positions-view.tsx'
import './materials.css'

const componentOf = { exceptions: ExceptionsView, positions: PositionsView, comparison: ComparisonView }

/** Three views of cross-system data about materials. The chosen material and factory apply to all views. */
export function MaterialsPage(): ReactNode {
  const [{ view: present = 'exceptions', material, factory }] = useAddress(materialsSearch)
  const View = componentOf[present]
  return (
    <>
      <PageHead
        title="Materials"
        lead="Stock and orders as each system reports them, and where the systems disagree."
      />
      <nav className="tabs" aria-label="Views">
        {views.map((view) => (
          <Link
            key={view}
            to="/materials"
            search={{ view, material, factory }}
            aria-current={view === present ? 'page' : undefined}
          >
            {formatCode(view)}
          </Link>
        ))}
      </nav>
      <View />
    </>
  )
}
