/** Prints a line with the seconds since the start, so that a long step can be told from a hanging one. */
export function progressSince(begun: number): (line: string) => void {
  return (line) => console.log(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${line}`)
}
