import { at } from './choose.ts'

const heads = 'Bre Cal Dor Fen Gal Hes Jor Kel Lum Mor Nev Orl Pel Quen Ros Sel Tes Ul Vel Wes Yar Zel Ith Ond'.split(
  ' ',
)
const middles = 'va the qui sto ra wen lo mi dru pha ne xi bo ska ri thu ga le zo ny'.split(' ')
const tails = 'ro lind mar wick nen sk dora vath lys mond rin tova quay fell nax derin sholt bria cande zar'.split(' ')

/** How many invented names there are. */
const NAMES = heads.length * middles.length * tails.length

/** A name made of syllables that means nobody; numbers below 9,600 give as many different names. */
export function invented(number: number): string {
  const name = number % NAMES
  const middle = (name - (name % heads.length)) / heads.length
  const tail = (middle - (middle % middles.length)) / middles.length
  return at(heads, name % heads.length) + at(middles, middle % middles.length) + at(tails, tail)
}

/** The name for an index: 3571 is prime to the number of names, so that neighbours differ and none comes twice. */
export function inventedAt(index: number, offset: number): string {
  return invented((index * 3571 + offset) % NAMES)
}

/** What real feeds hold and careless readers trip over: other scripts, separators, quotes, spreadsheet formulas. */
const oddForms: readonly ((name: string) => string)[] = [
  (name) => `Søré ${name} 織り`,
  (name) => `${name}, washed`,
  (name) => `${name} "Heritage" 12"`,
  (name) => `=1+1 ${name}`,
  (name) => `-${name}`,
]

/** The name in one of the odd forms. */
export function oddName(name: string, form: number): string {
  return at(oddForms, form % oddForms.length)(name)
}

/** Gives one name in a hundred, at a fixed place, an odd form; types differ in their place and first form. */
export function withOddNames(name: string, index: number, place: number): string {
  const rest = index % 100
  return rest === place ? oddName(name, (index - rest) / 100 + place) : name
}
