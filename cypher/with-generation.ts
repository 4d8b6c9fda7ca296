/** Parts of about 20 kB: the server spends little on each, and the driver decodes it as it came, in one piece. */
const ROWS_AT_ONCE = 25

/**
 * A read, so that its answer comes in parts, one at least: `at` is how many rows are before it, `rows` are lists of the
 * columns in the order given, and `generation` is that of the graph of `$projectorGroup` once all rows had been read; 0
 * before the group has claimed anything. The group is found by a name that is made of the rows: whatever runs the statement
 * has to have all of them first. Parts are not sorted here, where the memory of all rows would be counted for each of them.
 * @throws Error when the text does not return its rows once, at the beginning of a line
 */
export function withGeneration(text: string, columns: readonly string[]): string {
  const [before, returned, ...more] = text.split(/^RETURN\b/m)
  if (returned === undefined || more.length > 0) throw new Error(`A read has one RETURN at its end: ${text}`)
  return `${before}WITH${returned}
WITH collect([${columns.join(', ')}]) AS rows
OPTIONAL MATCH (g:ProjectorGroup {groupId: CASE WHEN size(rows) >= 0 THEN $projectorGroup END})
WITH rows, coalesce(g.generation, 0) AS generation
UNWIND range(0, size(rows), ${ROWS_AT_ONCE}) AS at
RETURN at, rows[at..at + ${ROWS_AT_ONCE}] AS rows, generation`
}
