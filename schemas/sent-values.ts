import type { z } from 'zod'
import { codeAsSent, DecimalAsSent, UnitAsSent } from './as-sent.ts'
import { CountryCode, Currency, Decimal, Timestamp, text, UnitOfMeasure } from './common.ts'
import { TimeAsSent } from './input-times.ts'

/**
 * The values of records for two readers: as they are stored and served, and as sources may send them, which is narrower
 * where a value has to make sense. What was stored before a rule was made is served as it is.
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
  /** A code of at most so many characters. */
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

/** Of a decimal without trailing zeros. */
function isShare(decimal: string): boolean {
  return /^\d{1,2}(\.|$)/.test(decimal) || decimal === '100'
}

export const ShareAsSent = DecimalAsSent.refine(isShare, 'must be a percentage from 0 to 100')

/** ISO 4217, as far as the ICU of the runtime knows it; codes for testing and for no currency are not among them. */
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export const CurrencyAsSent = Currency.refine(
  (code) => currencies.has(code),
  'must be a currency in use by its ISO 4217 code, such as EUR',
)

/** Reserved by ISO 3166-1 for what is no country, though ICU knows it: https://www.iso.org/obp/ui/#search/code/ */
const reserved: ReadonlySet<string> = new Set('AC CP CQ DG EA EU EZ IC TA UN'.split(' '))
/** User-assigned, with the one that is a country to all: XK, Kosovo. */
const USER_ASSIGNED = /^(AA|Q[M-Z]|X[A-JL-Z]|ZZ)$/

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The code that stands for the same country today: GB for UK; null where it is of no country. */
function currentCountry(code: string): string | null {
  const region = new Intl.Locale(`und-${code}`).region ?? code
  const isCountry = names.of(region) !== undefined && !reserved.has(region) && !USER_ASSIGNED.test(region)
  return isCountry ? region : null
}

/** ISO 3166-1 alpha-2, as far as the ICU of the runtime knows it. */
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
