import { at } from '../values/choose.ts'
import { below, type Hash, happens } from '../values/hash.ts'
import { oddName } from '../values/words.ts'

const palette = (
  'BLK Black,WHT White,NVY Navy,GRY Grey Melange,CHR Charcoal,ECR Ecru,SND Sand,CML Camel,OLV Olive,KHK Khaki,' +
  'FRS Forest,SGE Sage,MNT Mint,TEL Teal,SKY Sky,COB Cobalt,IND Indigo,LVD Lavender,PLM Plum,BRG Burgundy,RED Red,' +
  'RST Rust,TRC Terracotta,CRL Coral,PNK Pink,BLS Blush,YLW Yellow,MST Mustard,CHO Chocolate,STN Stone,ICE Ice'
)
  .split(',')
  .map((entry) => ({ code: entry.slice(0, 3), name: entry.slice(4) }))

export type Colorway = { readonly code: string; readonly name: string; readonly state: string }

/** A style's colours, no two alike: 31 is prime, so that each step from any start meets every colour once. */
export function colorwaysOf(style: Hash, count: number): Colorway[] {
  const start = below(style, 'firstColor', palette.length)
  const step = 1 + below(style, 'colorStep', palette.length - 1)
  return Array.from({ length: count }, (_, item) => {
    const { code, name } = at(palette, (start + item * step) % palette.length)
    const isOdd = happens(style, 'oddColor', 10, item)
    return {
      code,
      name: isOdd ? oddName(name, below(style, 'oddColorForm', 5, item)) : name,
      state: happens(style, 'colorDropped', 40, item) ? 'dropped' : 'active',
    }
  })
}
