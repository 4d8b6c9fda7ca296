const units = ['kB', 'MB', 'GB', 'TB']

/** A number of bytes in its largest unit, as `640 bytes`, `1.2 kB` or `270 MB`: three digits at most, of thousands. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  let [amount, place] = [bytes / 1000, 0]
  while (amount >= 999.5 && place < units.length - 1) {
    amount /= 1000
    place += 1
  }
  return `${amount < 9.95 ? amount.toFixed(1) : Math.round(amount).toLocaleString('en-GB')} ${units[place]}`
}
