import type { ReactNode } from 'react'
import { Loaded } from '../../../parts/page/loaded.tsx'
import type { ChangesSearch } from '../changes-search.ts'
import { Figures } from './figures.tsx'
import { MoversCard } from './movers-card.tsx'
import { ThingsCard } from './things-card.tsx'
import { useSummary, useSummaryList } from './use-summary.ts'

interface SummaryProps {
  search: ChangesSearch
  onChange: (change: Partial<ChangesSearch>) => void
}

/** Where the changes are: counts, and the styles, materials, suppliers and yields with most, each a filter of the table. */
export function Summary({ search, onChange }: SummaryProps): ReactNode {
  const shown = useSummary(search)
  const types = useSummaryList('changeType', search)
  const styles = useSummaryList('style', search)
  const materials = useSummaryList('material', search)
  const suppliers = useSummaryList('supplier', search)
  const movers = useSummaryList('largest', search)
  const isOld = [shown, types, styles, materials, suppliers, movers].some((query) => query.isPlaceholderData)
  return (
    <section className="change-summary" aria-label="Summary" aria-busy={isOld}>
      <Loaded query={shown} lines={11}>
        {({ data }) => (
          <>
            <div className="change-figures">
              <Figures shown={data} ofAllTypes={types.data?.data ?? data} search={search} onChange={onChange} />
              <button type="button" onClick={() => onChange({ more: search.more ? undefined : true })}>
                {search.more ? 'Show fewer' : 'Show more'}
              </button>
            </div>
            <div className="change-cards">
              <ThingsCard
                title="Styles"
                things={(styles.data?.data ?? data).byStyle}
                count={(styles.data?.data ?? data).touched.styles}
                chosen={search.style}
                onChoose={(style) => onChange({ style })}
              />
              <ThingsCard
                title="Materials"
                things={(materials.data?.data ?? data).byMaterial}
                count={(materials.data?.data ?? data).touched.materials}
                chosen={search.material}
                onChoose={(material) => onChange({ material })}
              />
              <ThingsCard
                title="Suppliers"
                things={(suppliers.data?.data ?? data).bySupplier}
                count={(suppliers.data?.data ?? data).touched.suppliers}
                chosen={search.supplier}
                onChoose={(supplier) => onChange({ supplier })}
              />
              <MoversCard largest={(movers.data?.data ?? data).largest} search={search} onChoose={onChange} />
            </div>
          </>
        )}
      </Loaded>
    </section>
  )
}
