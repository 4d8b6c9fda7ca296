import { weights } from '../values/choose.ts'

/** Where suppliers are, by what they do: ISO 3166-1 alpha-2 codes with their shares in percent. */
export const countries = {
  mills: weights([
    ['CN', 38],
    ['IN', 16],
    ['TR', 12],
    ['PK', 8],
    ['IT', 7],
    ['TW', 6],
    ['JP', 5],
    ['KR', 4],
    ['PT', 2],
    ['TH', 2],
  ] as const),
  factories: weights([
    ['BD', 24],
    ['VN', 22],
    ['CN', 16],
    ['IN', 12],
    ['TR', 8],
    ['PT', 5],
    ['MA', 5],
    ['LK', 3],
    ['KH', 3],
    ['ID', 2],
  ] as const),
}

/** ISO 4217 code of what a country's suppliers ask for: the euro inside its area, the dollar elsewhere. */
export function countryCurrency(countryCode: string): string {
  return countryCode === 'IT' || countryCode === 'PT' ? 'EUR' : 'USD'
}
