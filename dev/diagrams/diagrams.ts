import type { Diagram } from './draw.ts'
import { crossSystemQuantity } from './pictures/cross-system-quantity.ts'
import { dataModel } from './pictures/data-model.ts'
import { deployment } from './pictures/deployment.ts'
import { eventDecisions } from './pictures/event-decisions.ts'
import { exportStates } from './pictures/export-states.ts'
import { freshnessAxis } from './pictures/freshness-axis.ts'
import { identityOverTime } from './pictures/identity-over-time.ts'
import { paginationSequence } from './pictures/pagination-sequence.ts'
import { publicationLifecycle } from './pictures/publication-lifecycle.ts'
import { rebuildTimeline } from './pictures/rebuild-timeline.ts'
import { rowMatching } from './pictures/row-matching.ts'
import { systemOverview } from './pictures/system-overview.ts'
import { tokenAnatomy } from './pictures/token-anatomy.ts'
import { yieldArithmetic } from './pictures/yield-arithmetic.ts'

/** Every picture that `npm run generate` draws into `docs/diagrams/`. */
export const diagrams: readonly Diagram[] = [
  crossSystemQuantity,
  dataModel,
  deployment,
  eventDecisions,
  exportStates,
  freshnessAxis,
  identityOverTime,
  paginationSequence,
  publicationLifecycle,
  rebuildTimeline,
  rowMatching,
  systemOverview,
  tokenAnatomy,
  yieldArithmetic,
]
