import type { ReactNode } from 'react'
import { AsCode } from '../../parts/as-code.tsx'
import { PageHead } from '../../parts/layout.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import { useRead } from '../../parts/use-read.ts'
import { useAddress } from '../../use-address.ts'
import { CalculationFilters, OrderForm } from './order-form.tsx'
import { readOrder, requirementsInput } from './order-lines.ts'
import { RequirementsResult } from './requirements-result.tsx'
import { requirementsSearch } from './requirements-search.ts'
import './requirements.css'

/** What an order needs of each material, what it costs, and what is missing. */
export function RequirementsPage(): ReactNode {
  const [search, setSearch] = useAddress(requirementsSearch)
  const { items, faults } = readOrder(search.order ?? '')
  const input = requirementsInput(
    items.map(({ item }) => item),
    search,
  )
  const isReady = items.length > 0 && faults.length === 0
  const query = useRead('calculateMaterialRequirements', input, { enabled: isReady, keepsPrevious: true })
  return (
    <>
      <PageHead title="Order needs" lead="Materials that an order needs, what they cost, and what is missing." />
      <OrderForm key={search.order} search={search} onChange={setSearch} />
      <CalculationFilters search={search} onChange={setSearch} />
      {faults.length > 0 && (
        <div className="left-out" role="alert">
          {faults.map(({ line, detail }) => (
            <p key={line} className="notice">
              Line {line} {detail}.
            </p>
          ))}
        </div>
      )}
      {isReady ? (
        <Loaded query={query} lines={10}>
          {(response) => <RequirementsResult response={response} lines={items.map(({ line }) => line)} />}
        </Loaded>
      ) : (
        faults.length === 0 && <Empty title="No order yet.">Enter at least one SKU with its pieces.</Empty>
      )}
      {isReady && <AsCode calls={[{ operationId: 'calculateMaterialRequirements', input }]} />}
    </>
  )
}
