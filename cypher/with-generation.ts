/** Parts of about 20 kB. They cost the server little, and the driver decodes each in one piece as it arrives. */
const ROWS_AT_ONCE = 25

/**
 * Changes the text of a read so that it returns its rows in parts, at least one. `at` is the number of rows before the
 * part, and `rows` are lists of the columns in the given order. `generation` is that of the organization's data after all
 * rows were read: the generations of `$projectorGroup` and `$organizationGroup` together, of which each is 0 before its
 * first rebuild. The names of the groups are computed from the rows, which forces any plan to read all rows before them. Parts are not sorted in the database, because that would
 * count the memory of all rows for each part.
 * @throws Error when the text does not have exactly one RETURN at the beginning of a line
 */
export function withGeneration(text: string, columns: readonly string[]): string {
  const [before, returned, ...more] = text.split(/^RETURN\b/m)
  if (returned === undefined || more.length > 0) throw new Error(`A read has one RETURN at its end: ${text}`)
  return `${before}WITH${returned}
WITH collect([${columns.join(', ')}]) AS rows
OPTIONAL MATCH (g:ProjectorGroup {groupId: CASE WHEN size(rows) >= 0 THEN $projectorGroup END})
OPTIONAL MATCH (own:ProjectorGroup {groupId: CASE WHEN size(rows) >= 0 THEN $organizationGroup END})
WITH rows, coalesce(g.generation, 0) + coalesce(own.generation, 0) AS generation
UNWIND range(0, size(rows), ${ROWS_AT_ONCE}) AS at
RETURN at, rows[at..at + ${ROWS_AT_ONCE}] AS rows, generation`
}
