import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Empty } from '../../../parts/page/empty.tsx'
import type { MaterialsSearch } from '../materials-search.ts'

/** No system says anything: the exceptions tell whether one should. */
export function NoPosition({ search }: { search: MaterialsSearch }): ReactNode {
  const { material, factory, system } = search
  return (
    <Empty title={`${system ?? 'No system'} reports ${system === undefined ? 'a' : 'no'} position.`}>
      {material !== undefined && factory !== undefined && (
        <>
          <Link to="/materials" search={{ view: 'positions', material }}>
            Show all factories
          </Link>
          , or{' '}
        </>
      )}
      <Link to="/materials" search={{ material, factory }}>
        check the exceptions for missing records
      </Link>
      .
    </Empty>
  )
}
