import { listMaterialsFoundBy, listMaterialsInState } from '../../../../cypher/bom/read-lines.ts'
import type { YieldFilters } from '../../../../domain/bom/row-filters.ts'
import { keyOf } from '../../../../domain/search/found-by.ts'
import type { Reader } from '../../../core/context.ts'
import { commonMaterials, stylesOf } from '../reads/filtered-styles.ts'

/** What a summary is filtered by: what rows are listed by, and what the graph says of materials today. */
export interface SummaryFilters extends YieldFilters {
  materialLifecycleState?: string | undefined
  certification?: string | undefined
}

/**
 * Where lines are read from: from styles, all of them or some, or from materials in all styles or in some. Of styles
 * only the lines of some materials are read, where materials are known.
 */
export type Start =
  | { by: 'style'; styleIds: string[] | null; materialIds: string[] | null }
  | { by: 'material'; materialIds: string[]; styleIds: string[] | null }

/** The index that leads to the fewest lines that may have what is asked for. */
export async function findStart(context: Reader, seq: number, filters: SummaryFilters): Promise<Start> {
  const { style, sku, season, materialLifecycleState, certification } = filters
  const [named, inSeason, ofLines, inState, certified] = await Promise.all([
    stylesOf(context, seq, { style, sku }),
    stylesOf(context, seq, { season }),
    commonMaterials(context, filters),
    materialLifecycleState === undefined ? null : materialsInState(context, materialLifecycleState),
    certification === undefined ? null : materialsCertified(context, certification),
  ])
  const styleIds = bothOf(named, inSeason)
  const materialIds = bothOf(bothOf(ofLines, inState), certified)
  if (materialIds === null || named !== null) return { by: 'style', styleIds, materialIds }
  return { by: 'material', materialIds, styleIds }
}

export async function materialsInState(context: Reader, lifecycleState: string): Promise<string[]> {
  return (await context.read(listMaterialsInState, { lifecycleState })).map(({ id }) => id)
}

export async function materialsCertified(context: Reader, certification: string): Promise<string[]> {
  const query = `+foundBy:${keyOf(context.organization, 'certification', certification)}`
  return (await context.read(listMaterialsFoundBy, { query })).map(({ id }) => id)
}

/** What is in both lists; null is a list of everything. */
function bothOf(a: string[] | null, b: string[] | null): string[] | null {
  if (a === null || b === null) return a ?? b
  const other = new Set(b)
  return a.filter((id) => other.has(id))
}
