import { z } from 'zod'
import { Currency, Decimal, nullable } from '../common.ts'
import { described } from '../described.ts'

export const CostEffect = z
  .object({
    amount: described(
      nullable(Decimal),
      'Change of the material cost of one garment: after minus before, rounded half away from zero to 8 places. Null if it ' +
        'has more than 10 digits.',
    ),
    currency: Currency,
  })
  .meta({ id: 'CostEffect', description: 'What changes do to the material cost of one garment, in one currency.' })
export type CostEffect = z.infer<typeof CostEffect>
