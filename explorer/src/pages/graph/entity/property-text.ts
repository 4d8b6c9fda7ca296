import { fieldName } from '../../../format/field-name.ts'
import { formatDecimal } from '../../../format/format-decimal.ts'

const DECIMAL = /^-?\d+\.\d+$/
/** What only looks like an amount: a code keeps its digits as they are. */
const CODE = /(?:code|number|mpn|id)$/i

/** What a relationship says, in a line: `Placement Body · Gross yield 1.25 · Price 4.10 EUR`. What is not known is left out. */
export function propertyText(properties: object): string {
  return Object.entries(properties)
    .map(([name, value]): [string, string] => [name, valueText(value, name)])
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${fieldName(name)} ${text}`)
    .join(' · ')
}

/** Any value of JSON in a line. */
export function valueText(value: unknown, name = ''): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map((one) => valueText(one, name)).join(', ')
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([field, part]) => valueText(part, field))
    return parts.filter((part) => part !== '').join(' ')
  }
  return typeof value === 'string' && DECIMAL.test(value) && !CODE.test(name) ? formatDecimal(value) : String(value)
}
