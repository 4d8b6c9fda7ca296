/** A number as the Explorer writes it, with narrow spaces between its thousands: `12 000`. */
export function grouped(value: number): string {
  return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, '\u202f')
}
