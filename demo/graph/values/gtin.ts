/** GS1 General Specifications, section 7.9: from the right, digits weigh 3 and 1 in turn; the sum ends in 0. */
export function withCheckDigit(digits: string): string {
  let sum = 0
  for (let at = 0; at < digits.length; at += 1) {
    const fromRight = digits.length - 1 - at
    sum += (digits.charCodeAt(at) - 48) * (fromRight % 2 === 0 ? 3 : 1)
  }
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/**
 * The GTIN-13 of a serial number below 10,000,000. Prefix 04 is GS1's range for use within a company, so that no real
 * product has it, and its leading zero shows who reads codes as numbers. The factor is prime to the range: none is
 * equal.
 */
export function gtinOf(company: number, serial: number): string {
  const item = (serial * 7_368_787 + company) % 10_000_000
  return withCheckDigit(`04${`${company % 1000}`.padStart(3, '0')}${`${item}`.padStart(7, '0')}`)
}
