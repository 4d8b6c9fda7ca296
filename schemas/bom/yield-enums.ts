import { enumOf } from '../enum-of.ts'

/** Whether the source states the net or the gross yield. */
export const WastageBasis = enumOf(
  {
    on_net: 'the source states the net yield; gross = net × (1 + waste allowance / 100)',
    on_gross: 'the source states the gross yield; net = gross × (1 − waste allowance / 100)',
  },
  {
    id: 'WastageBasis',
    description: 'What the waste allowance is a percentage of, and which yield the source states.',
  },
)

export const YieldStage = enumOf(
  {
    costing: 'estimated for costing',
    booking: 'planned for booking material',
    bulk: 'released for bulk production',
    actual: 'measured in production',
  },
  { id: 'YieldStage', description: 'Stage of development that the yield comes from, as the source states it.' },
)
