import type { Graph } from '../../cypher/connect.ts'
import type { Environment } from '../../schemas/environment.ts'

/** Something of an installation that is not as it must be. */
export interface Finding {
  /** The name of the check that found it. */
  check: string
  /** What is wrong, and where it cannot be repaired what to do: one line. */
  detail: string
  /** Whether `--repair` can set it right. */
  repairable: boolean
  repaired: boolean
  /** Of a stored row: whose it is, what it is, its key, and the field that does not fit its schema. */
  organization?: string
  kind?: string
  key?: string
  field?: string
}

export interface CheckContext {
  graph: Graph
  settings: Environment
  /** The one whose stored rows are looked at; null for all. */
  organization: string | null
  /** Whether to set right what can be. */
  repair: boolean
}

/** Looks at one part of an installation, and with `repair` sets right what it can. */
export type Check = (context: CheckContext) => Promise<Finding[]>

/** A finding that `repair`, where it is given and asked for, sets right; its detail then says why it could not. */
export async function finding(
  check: string,
  detail: string,
  context: Pick<CheckContext, 'repair'>,
  repair?: () => Promise<void>,
): Promise<Finding> {
  const found = { check, detail, repairable: repair !== undefined, repaired: false }
  if (!context.repair || !repair) return found
  try {
    await repair()
    return { ...found, repaired: true }
  } catch (error) {
    return { ...found, detail: `${detail}; not repaired: ${error instanceof Error ? error.message : error}` }
  }
}
