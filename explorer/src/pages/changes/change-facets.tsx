import type { ReactNode } from 'react'
import { Loaded } from '../../parts/states.tsx'
import { MoversCard, ThingsCard } from './change-cards.tsx'
import { useSummary, useSummaryList } from './change-summary.tsx'
import type { ChangesSearch } from './changes-search.ts'

interface ChangeFacetsProps {
  search: ChangesSearch
  onChange: (change: Partial<ChangesSearch>) => void
}

/** The styles, materials, suppliers, and yields with the most changes, each a filter. */
export function ChangeFacets({ search, onChange }: ChangeFacetsProps): ReactNode {
  const shown = useSummary(search)
  const styles = useSummaryList('style', search)
  const materials = useSummaryList('material', search)
  const suppliers = useSummaryList('supplier', search)
  const movers = useSummaryList('largest', search)
  const isOld = [shown, styles, materials, suppliers, movers].some((query) => query.isPlaceholderData)
  return (
    <div className="change-cards" aria-busy={isOld}>
      <Loaded query={shown} lines={11}>
        {({ data }) => {
          const [ofStyles, ofMaterials, ofSuppliers] = [styles, materials, suppliers].map(
            (own) => own.data?.data ?? data,
          )
          return (
            <>
              <ThingsCard
                title="Styles"
                things={(ofStyles ?? data).byStyle}
                count={(ofStyles ?? data).touched.styles}
                chosen={search.style}
                onChoose={(style) => onChange({ style })}
              />
              <ThingsCard
                title="Materials"
                things={(ofMaterials ?? data).byMaterial}
                count={(ofMaterials ?? data).touched.materials}
                chosen={search.material}
                onChoose={(material) => onChange({ material })}
              />
              <ThingsCard
                title="Suppliers"
                things={(ofSuppliers ?? data).bySupplier}
                count={(ofSuppliers ?? data).touched.suppliers}
                chosen={search.supplier}
                onChoose={(supplier) => onChange({ supplier })}
              />
              <MoversCard largest={(movers.data?.data ?? data).largest} search={search} onChoose={onChange} />
            </>
          )
        }}
      </Loaded>
    </div>
  )
}
