/**
 * A read, so that all of its answer comes as one row: `rows`, each a list of its columns in the order given, and
 * `generation`, that of the graph of `$projectorGroup` once these rows had been read; 0 before the group has claimed
 * anything. The group is found by a name that is made of the rows: whatever runs the statement has to have all of them
 * first. One row in place of a hundred also costs the server a third, and the driver less.
 * @throws Error when the text does not return its rows once, at the beginning of a line
 */
export function withGeneration(text: string, columns: readonly string[]): string {
  const [before, returned, ...more] = text.split(/^RETURN\b/m)
  if (returned === undefined || more.length > 0) throw new Error(`A read has one RETURN at its end: ${text}`)
  return `${before}WITH${returned}
WITH collect([${columns.join(', ')}]) AS rows
OPTIONAL MATCH (g:ProjectorGroup {groupId: CASE WHEN size(rows) >= 0 THEN $projectorGroup END})
RETURN rows, coalesce(g.generation, 0) AS generation`
}
