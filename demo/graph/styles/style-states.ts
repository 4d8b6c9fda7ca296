import { choose, type Weights, weights } from '../values/choose.ts'
import type { Hash } from '../values/hash.ts'

export type StyleState = 'concept' | 'development' | 'adopted' | 'production' | 'discontinued' | 'dropped'
export type SkuState = 'planned' | 'active' | 'phase_out' | 'inactive'

const past = weights<StyleState>([
  ['production', 50],
  ['discontinued', 45],
  ['dropped', 5],
])
const selling = weights<StyleState>([
  ['production', 85],
  ['adopted', 8],
  ['discontinued', 2],
  ['dropped', 5],
])
const next = weights<StyleState>([
  ['production', 10],
  ['adopted', 50],
  ['development', 33],
  ['concept', 2],
  ['dropped', 5],
])
const later = weights<StyleState>([
  ['adopted', 5],
  ['development', 50],
  ['concept', 40],
  ['dropped', 5],
])

/** A style's state by its distance from the season that sells now, in half years. */
export function stateOf(style: Hash, distance: number): StyleState {
  if (distance < 0) return choose(past, style, 'state')
  if (distance === 0) return choose(selling, style, 'state')
  return choose(distance === 1 ? next : later, style, 'state')
}

const skuStates: Readonly<Record<StyleState, Weights<SkuState>>> = {
  concept: weights([['planned', 1]]),
  development: weights([['planned', 1]]),
  adopted: weights([
    ['planned', 70],
    ['active', 30],
  ]),
  production: weights([
    ['active', 90],
    ['phase_out', 8],
    ['inactive', 2],
  ]),
  discontinued: weights([
    ['phase_out', 30],
    ['inactive', 70],
  ]),
  dropped: weights([['inactive', 1]]),
}

/** A SKU's state: one is active or phased out only under a style that was adopted. */
export function skuStateOf(style: StyleState, sku: Hash): SkuState {
  return choose(skuStates[style], sku, 'state')
}
