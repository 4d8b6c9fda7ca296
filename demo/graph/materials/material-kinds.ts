import { weights } from '../values/choose.ts'
import type { MaterialType } from '../values/ranges.ts'

/** A noun with the units it is measured and bought in, its possible fibres, and, of what is cut from a roll, g/m². */
export type MaterialKind = {
  readonly noun: string
  readonly baseUom: string
  readonly purchaseUoms: readonly string[]
  readonly fibres: readonly (readonly string[])[]
  readonly weights: readonly [from: number, to: number] | null
}

const cottons = [['cotton'], ['cotton', 'elastane'], ['cotton', 'recycled polyester'], ['cotton', 'linen']]
const synthetics = [
  ['polyester'],
  ['polyamide', 'elastane'],
  ['recycled polyester', 'viscose', 'elastane'],
  ['viscose'],
]
const wools = [['wool'], ['wool', 'polyamide'], ['wool', 'cashmere', 'polyamide', 'elastane']]

/** `uoms` are the base unit and the units of purchase, as often as they are likely. */
function kinds(
  nouns: string,
  uoms: string,
  fibres: string[][],
  weights: MaterialKind['weights'] = null,
): MaterialKind[] {
  const [baseUom = 'EA', ...purchaseUoms] = uoms.split(' ')
  return nouns.split(', ').map((noun) => ({ noun, baseUom, purchaseUoms, fibres, weights }))
}

/** Woven goods are measured by length, knits by weight, trims by the piece. */
export const materialKinds: Readonly<Record<MaterialType, readonly MaterialKind[]>> = {
  fabric: [
    ...kinds('Poplin, Oxford, Chambray', 'MTR MTR MTR YRD', cottons, [100, 170]),
    ...kinds('Twill, Denim, Canvas', 'MTR MTR MTR YRD', cottons, [220, 420]),
    ...kinds('Satin, Crepe, Voile, Taffeta', 'MTR MTR YRD', synthetics, [60, 160]),
    ...kinds('Flannel', 'MTR MTR', wools, [180, 340]),
    ...kinds('Jersey, Interlock, Rib, Pique', 'KGM KGM KGM LBR', cottons, [140, 260]),
    ...kinds('French Terry, Fleece', 'KGM KGM LBR', cottons, [240, 380]),
    ...kinds('Tricot, Mesh', 'KGM KGM', synthetics, [90, 200]),
    ...kinds('Fine Gauge Knit', 'KGM KGM', wools, [180, 320]),
  ],
  trim: [
    ...kinds('Button, Shank Button, Rivet, Eyelet', 'EA GRO EA', []),
    ...kinds('Zip, Invisible Zip, Buckle, Toggle', 'EA EA', []),
    ...kinds('Snap, Hook and Eye', 'SET SET', []),
    ...kinds('Shoulder Pad', 'PR PR', [['polyester']]),
    ...kinds('Elastic, Drawcord, Twill Tape, Hook-and-Loop Tape', 'MTR MTR YRD', [['polyester', 'elastane']]),
  ],
  yarn: kinds('Ring Yarn, Combed Yarn, Melange Yarn', 'KGM KGM LBR', [...cottons, ...wools]),
  label: kinds('Woven Label, Printed Label, Patch', 'EA EA DZN', [['polyester'], ['cotton']]),
  lining: kinds('Pocketing, Lining, Quilt Lining', 'MTR MTR YRD', [['polyester'], ['viscose'], ['cotton']], [60, 120]),
  interlining: kinds('Fusible, Canvas Interlining', 'MTR MTR', [['polyester', 'viscose'], ['cotton']], [40, 120]),
  packaging: kinds('Polybag, Carton, Hanger, Tissue', 'EA EA DZN', []),
  thread: kinds('Sewing Thread, Topstitch Thread', 'MTR MTR', [['polyester'], ['cotton']]),
  artwork: kinds('Placement Print, Embroidery, Transfer', 'EA EA', []),
  leather: kinds('Nappa, Suede, Split', 'MTK MTK', [['leather']]),
}

/** States with their shares in percent; staples are always approved. */
export const materialStates = weights([
  ['approved', 86],
  ['submitted', 4],
  ['development', 5],
  ['restricted', 2],
  ['discontinued', 3],
] as const)
