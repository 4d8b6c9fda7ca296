import { z } from 'zod'

/**
 * A string of `min` to `max` characters. Characters are code points, as JSON Schema counts them; zod's own `max` counts
 * UTF-16 units, and would refuse what the published contract allows.
 */
export function text(max: number, min = 0) {
  const fits = (value: string) => value.length <= max || (value.length <= 2 * max && [...value].length <= max)
  const string = min > 0 ? z.string().min(min) : z.string()
  const range = min > 0 ? `${min} to ${max}` : `at most ${max}`
  return string.refine(fits, `must be text of ${range} characters`).meta({ maxLength: max })
}

/** Null or a value. For schemas with an id: the generator of the contract loses the null of `.nullable()` on those. */
export function nullable<T extends z.ZodType>(schema: T) {
  return z.union([schema, z.null()])
}

/** Where an organization's key may be named: 3 to 32 characters, a lower-case letter first. */
export const OrganizationKey = z
  .string()
  .regex(/^[a-z][a-z0-9]{2,31}$/, 'must be 3 to 32 lower-case letters and digits, a letter first')

/** Any UUID. The pattern is for JSON Schema's validators, which take `urn:uuid:…` for a UUID too. */
export const Uuid = z.guid().meta({ format: 'uuid', pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' })

/** Canonical entity id: a UUID. Any UUID is well formed, so that an id of another version is not found, not refused. */
export const EntityId = Uuid.meta({
  id: 'EntityId',
  description: 'Canonical entity ID.',
  example: '106775a1-234e-5efd-a0fc-78f178a82a20',
})

/** A point in time: RFC 3339, UTC, milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 }).meta({
  id: 'Timestamp',
  description: 'RFC 3339, UTC, milliseconds.',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d\\.\\d{3}Z$',
  example: '2027-03-14T02:10:00.000Z',
})

/** An exact decimal as a string: no exponent, no trailing zeros, at most 10 integer digits and 16 decimals. */
export const Decimal = z
  .string()
  .regex(
    /^-?(0|[1-9]\d{0,9})(\.\d{0,15}[1-9])?$/,
    'must be a decimal in quotes, without zeros at its end, such as 1.25',
  )
  .meta({ id: 'Decimal', description: 'Exact decimal: no exponent, no trailing zeros.', example: '1.25' })

/** A unit of measure by its UN/CEFACT Recommendation 20 code. Aliases of EA are read as EA before they get here. */
export const UnitOfMeasure = z
  .enum([
    'MTR',
    'YRD',
    'CMT',
    'INH',
    'KGM',
    'GRM',
    'LBR',
    'MTK',
    'EA',
    'PR',
    'SET',
    'DZN',
    'GRO',
    'LTR',
    'MLT',
    'ROL',
    'CON',
  ])
  .meta({ id: 'UnitOfMeasure', description: 'UN/CEFACT Recommendation 20 code.' })

/** ISO 4217 alphabetic code. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, 'must be a currency by its ISO 4217 code, such as EUR')

/** An amount in a currency, as sent or as stored. */
export function moneyOf<D extends z.ZodType, C extends z.ZodType>({ decimal, currency }: { decimal: D; currency: C }) {
  return z.object({ amount: decimal, currency })
}

export const Money = moneyOf({ decimal: Decimal, currency: Currency }).meta({ id: 'Money' })

/** ISO 3166-1 alpha-2 code. */
export const CountryCode = z
  .string()
  .regex(/^[A-Z]{2}$/, 'must be a country by its ISO 3166-1 alpha-2 code, such as PT')

export const MAX_CURSOR_LENGTH = 2048

/** `links.next` of the page before. */
export const Cursor = text(MAX_CURSOR_LENGTH).meta({
  description: '`links.next` of the previous page; keep all filters.',
})

/** Rows of a page. */
export const Limit = z.int().min(1).max(1000).default(100).meta({ description: 'Rows of a page.' })

export const PageLinks = z
  .object({
    next: nullable(Cursor).meta({ description: 'Pass it as `cursor` to read on; null when the list has ended.' }),
  })
  .meta({ id: 'PageLinks' })

/** What is worth knowing of a list beside its rows. */
export const ListNotice = z
  .object({
    code: z.enum(['unreadable_rows']).meta({
      description: '`unreadable_rows`: rows are left out, because what is stored of them does not fit this contract.',
    }),
    name: z.string().nullable().meta({ description: 'The filter that it is about; null when it is about none.' }),
    detail: z.string(),
  })
  .meta({ id: 'ListNotice', description: 'What is worth knowing of a list beside its rows.' })

const notices = z.array(ListNotice).optional().meta({ description: 'Absent when there is nothing to be said.' })

/** The envelope of a list; a page may be short, even empty, while `links.next` is not null. */
export function pageOf<Item extends z.ZodType, Meta extends z.ZodRawShape>(
  id: string,
  item: Item,
  meta: Meta = {} as Meta,
) {
  const all = { notices, ...meta } as Omit<{ notices: typeof notices }, keyof Meta> & Meta
  return z.object({ data: z.array(item), links: PageLinks, meta: z.object(all) }).meta({ id })
}

/** The envelope of one resource. */
export function responseOf<Item extends z.ZodType>(id: string, item: Item) {
  return z.object({ data: item, meta: z.object({}) }).meta({ id })
}
