import { z } from 'zod'
import { enumOf } from './enum-of.ts'

/**
 * A string of `min` to `max` characters. Characters are code points, as in JSON Schema. Zod's own `max` counts UTF-16
 * units, and would reject strings that the published contract allows.
 */
export function text(max: number, min = 0) {
  const fits = (value: string) => value.length <= max || (value.length <= 2 * max && [...value].length <= max)
  const string = min > 0 ? z.string().min(min) : z.string()
  const range = min > 0 ? `${min} to ${max}` : `at most ${max}`
  return string.refine(fits, `must be text of ${range} characters`).meta({ maxLength: max })
}

/** A value or null. Use it for schemas with an ID: the generator of the contract ignores `.nullable()` on those. */
export function nullable<T extends z.ZodType>(schema: T) {
  return z.union([schema, z.null()])
}

/** The key of an organization: 3 to 32 characters, beginning with a lower-case letter. */
export const OrganizationKey = z
  .string()
  .regex(/^[a-z][a-z0-9]{2,31}$/, 'must be 3 to 32 lowercase characters (a to z, 0 to 9), not starting with a digit')
  .meta({
    description: 'Key of the organization: 3 to 32 lowercase characters (a to z, 0 to 9), not starting with a digit.',
  })

/** Any UUID. It has a pattern, because validators of JSON Schema also accept `urn:uuid:…` for the format. */
export const Uuid = z.guid().meta({ format: 'uuid', pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' })

/**
 * An entity ID (canonical). UUIDs of every version are well-formed, so an ID of another version is not found instead of
 * invalid.
 */
export const EntityId = Uuid.meta({
  id: 'EntityId',
  description: 'Entity ID (canonical): a UUID. It stays the same when codes change.',
  example: '106775a1-234e-5efd-a0fc-78f178a82a20',
})

/** A time: RFC 3339, UTC, milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 }).meta({
  id: 'Timestamp',
  description: 'ISO 8601 date-time in UTC with milliseconds (RFC 3339).',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:[0-5]\\d\\.\\d{3}Z$',
  example: '2027-03-14T02:10:00.000Z',
})

/** An exact decimal as a string: no exponent, no trailing zeros, at most 10 integer digits and 16 decimals. */
export const Decimal = z
  .string()
  .regex(/^-?(0|[1-9]\d{0,9})(\.\d{0,15}[1-9])?$/, 'must be a decimal in quotes without trailing zeros, such as 1.25')
  .meta({
    id: 'Decimal',
    description:
      'Exact decimal as a string, without exponent or trailing zeros: at most 10 digits before the point and 16 after it.',
    example: '1.25',
  })

/** A unit of measure: a code of UN/CEFACT Recommendation 20. Aliases of EA are replaced by EA before this check. */
export const UnitOfMeasure = enumOf(
  {
    MTR: 'meter',
    YRD: 'yard',
    CMT: 'centimeter',
    INH: 'inch',
    KGM: 'kilogram',
    GRM: 'gram',
    LBR: 'pound',
    MTK: 'square meter',
    EA: 'piece (each)',
    PR: 'pair; not convertible',
    SET: 'set; not convertible',
    DZN: 'dozen, 12 pieces',
    GRO: 'gross, 144 pieces',
    LTR: 'liter',
    MLT: 'milliliter',
    ROL: 'roll; not convertible',
    CON: 'cone; not convertible',
  },
  { id: 'UnitOfMeasure', description: 'Unit of measure: a UN/CEFACT Recommendation 20 code.' },
)

/** ISO 4217 alphabetic code. */
export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be a currency by its ISO 4217 code, such as EUR')
  .meta({ description: 'Currency: an ISO 4217 code, such as `EUR`.' })

/** An amount in a currency. The schemas of decimal and currency are those of sent or of stored values. */
export function moneyOf<D extends z.ZodType, C extends z.ZodType>({ decimal, currency }: { decimal: D; currency: C }) {
  return z
    .object({ amount: decimal, currency })
    .meta({ description: 'An amount of money: a decimal string and its currency.' })
}

export const Money = moneyOf({ decimal: Decimal, currency: Currency }).meta({
  id: 'Money',
  description: 'An amount of money: a decimal string and its currency.',
})

/** ISO 3166-1 alpha-2 code. */
export const CountryCode = z
  .string()
  .regex(/^[A-Z]{2}$/, 'must be a country by its ISO 3166-1 alpha-2 code, such as PT')
  .meta({ description: 'Country: an ISO 3166-1 alpha-2 code, such as `PT`.' })

/** A cursor of changes contains a position for each partition, so 200 partitions with a billion events each fit. */
export const MAX_CURSOR_LENGTH = 8192

/** `links.next` of the previous page. */
export const Cursor = text(MAX_CURSOR_LENGTH).meta({
  description: 'The `links.next` value from the previous page. Keep the other parameters unchanged.',
})

/** The page size, a parameter of lists. */
export const Limit = z.int().min(1).max(1000).default(100).meta({ description: 'Maximum number of rows to return.' })

export const PageLinks = z
  .object({
    next: nullable(Cursor).meta({
      description: 'Pass this value as `cursor` to get the next page. Null on the last page.',
    }),
  })
  .meta({ id: 'PageLinks', description: 'Where the list continues.' })

/** The schema of a notice with the given codes. */
export function noticeOf<const Meanings extends Readonly<Record<string, string>>>(meanings: Meanings) {
  return z.object({
    code: enumOf(meanings, { description: 'Kind of notice.' }),
    name: z.string().nullable().meta({ description: 'The filter that the notice is about. Null if it is about none.' }),
    value: z.string().nullable().meta({ description: 'The value of that filter. Null if the notice is about none.' }),
    suggestions: z.array(z.string()).max(5).meta({
      description: 'Values to use instead, the nearest first. Empty if there are none.',
    }),
    detail: z.string().meta({ description: 'The notice in one or two sentences, with its numbers and what to do.' }),
  })
}

/** A notice about a list that its rows do not show. */
export const ListNotice = noticeOf({
  no_such_value: 'the value of a filter occurs nowhere in what was requested',
  matched_loosely: 'nothing has exactly the value, so case, spaces, and separators were ignored',
  truncated: 'the list or its count leaves something out because of a limit',
  unreadable_rows: 'rows are left out because their stored form does not fit this contract',
}).meta({ id: 'ListNotice', description: 'Something that you should know about a list in addition to its rows.' })
export type ListNotice = z.infer<typeof ListNotice>

const notices = z
  .array(ListNotice)
  .optional()
  .meta({ description: 'Notices about the list. Absent if there are none.' })

const rowsOfPage = 'Rows of the page. A page can contain fewer rows than `limit`, or none, although the list continues.'

/** The envelope of a page. A page can have fewer rows than requested, even none, while `links.next` is not null. */
export function pageOf<Item extends z.ZodType, Meta extends z.ZodRawShape>(
  id: string,
  item: Item,
  meta: Meta = {} as Meta,
) {
  const all = { notices, ...meta } as Omit<{ notices: typeof notices }, keyof Meta> & Meta
  return z
    .object({
      data: z.array(item).meta({ description: rowsOfPage }),
      links: PageLinks,
      meta: z.object(all).meta({ description: 'Information about the list.' }),
    })
    .meta({ id, description: 'One page of a list.' })
}

/** The envelope of one resource. */
export function responseOf<Item extends z.ZodType>(id: string, item: Item) {
  return z
    .object({
      data: item,
      meta: z.object({}).meta({ description: 'Information about the response. Has no fields at present.' }),
    })
    .meta({ id, description: 'The response with one resource.' })
}
