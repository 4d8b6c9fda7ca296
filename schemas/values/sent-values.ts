import type { z } from 'zod'
import { CountryCode, Currency, Decimal, Timestamp, text, UnitOfMeasure } from '../common.ts'
import { codeAsSent, DecimalAsSent, UnitAsSent } from './as-sent.ts'
import { TimeAsSent } from './input-times.ts'

/**
 * The schemas of values in records: as they are stored and returned, or as sources may send them. The latter are
 * stricter, because a rule that was added later does not apply to stored values.
 */
export interface Values {
  decimal: z.ZodType
  /** A decimal above 0. */
  positive: z.ZodType
  /** A percentage of a whole, from 0 to 100. */
  share: z.ZodType
  currency: z.ZodType
  country: z.ZodType
  time: z.ZodType
  unit: z.ZodType
  /** A code of at most `max` characters. */
  code: (max: number, min?: number) => z.ZodType<string, string>
}

export const stored = {
  decimal: Decimal,
  positive: Decimal,
  share: Decimal,
  currency: Currency,
  country: CountryCode,
  time: Timestamp,
  unit: UnitOfMeasure,
  code: text,
} satisfies Values

const PositiveAsSent = DecimalAsSent.refine((decimal) => decimal !== '0' && !decimal.startsWith('-'), 'must be above 0')

/** Whether a decimal without trailing zeros is a percentage from 0 to 100. */
function isShare(decimal: string): boolean {
  return /^\d{1,2}(\.|$)/.test(decimal) || decimal === '100'
}

export const ShareAsSent = DecimalAsSent.refine(isShare, 'must be a percentage from 0 to 100')

/**
 * The ISO 4217 currencies that the ICU of the runtime knows. They do not include the codes for testing and for no
 * currency.
 */
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export const CurrencyAsSent = Currency.refine(
  (code) => currencies.has(code),
  'must be a currency in use by its ISO 4217 code, such as EUR',
)

/**
 * Codes that ISO 3166-1 reserves for other uses than a country, although ICU knows them:
 * https://www.iso.org/obp/ui/#search/code/
 */
const reserved: ReadonlySet<string> = new Set('AC CP CQ DG EA EU EZ IC TA UN'.split(' '))
/** User-assigned codes, except XK, which is commonly used for Kosovo. */
const USER_ASSIGNED = /^(AA|Q[M-Z]|X[A-JL-Z]|ZZ)$/

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The current code of a country: GB for UK. Null if the code is not that of a country. */
function currentCountry(code: string): string | null {
  const region = new Intl.Locale(`und-${code}`).region ?? code
  const isCountry = names.of(region) !== undefined && !reserved.has(region) && !USER_ASSIGNED.test(region)
  return isCountry ? region : null
}

/** A country that the ICU of the runtime knows, by its ISO 3166-1 alpha-2 code. */
export const CountryAsSent = CountryCode.superRefine((code, context) => {
  if (!/^[A-Z]{2}$/.test(code)) return
  const current = currentCountry(code)
  if (current === code) return
  const meant = current === null ? ', such as PT' : `; did you mean ${current}?`
  context.addIssue({
    code: 'custom',
    message: `must be a country by its ISO 3166-1 alpha-2 code${meant}`,
  })
})

export const asSentValues = {
  decimal: DecimalAsSent,
  positive: PositiveAsSent,
  share: ShareAsSent,
  currency: CurrencyAsSent,
  country: CountryAsSent,
  time: TimeAsSent,
  unit: UnitAsSent(UnitOfMeasure),
  code: codeAsSent,
} satisfies Values
