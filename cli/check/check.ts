import type { Graph } from '../../cypher/connect.ts'
import type { Environment } from '../../schemas/environment.ts'

/** A problem of an installation. */
export interface Finding {
  /** The name of the check that found it. */
  check: string
  /** What is wrong and, if the command cannot repair it, what to do: one line. */
  detail: string
  /** Whether `--repair` can fix it. */
  repairable: boolean
  repaired: boolean
  /** Only of a stored row: its organization, kind and key, and the field that does not match its schema. */
  organization?: string
  kind?: string
  key?: string
  field?: string
}

export interface CheckContext {
  graph: Graph
  settings: Environment
  /** The organization whose stored rows are checked; null for all. */
  organization: string | null
  /** Whether to repair what can be repaired. */
  repair: boolean
}

/** Checks one part of an installation, and with `repair` repairs what it can. */
export type Check = (context: CheckContext) => Promise<Finding[]>

/**
 * Returns a finding. If `repair` is given and requested, it runs first. If it fails, the detail contains the reason.
 */
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
