import { openLines } from '../../cypher/bom/write-publications.ts'
import { OPEN } from '../../schemas/stored/bom.ts'
import { boundTo, openDriver, statementOf } from '../reads/bare-driver.ts'
import { newOrganization } from '../report/sizes.ts'
import type { World } from '../world.ts'

const BATCH = 1000
const MOST = 50_000

/**
 * Writes the line versions of an organization for another one with the bare driver, using the projector's own
 * statement, a thousand per transaction, up to 50,000. This is the least work that a publication needs. Reading them is
 * not timed.
 * @returns line versions per second
 */
export async function bareLinesPerSecond(world: World, organization: string): Promise<number> {
  const { driver, database } = openDriver(world.variables)
  const other = await newOrganization(world.graph)
  const session = driver.session({ database })
  let [written, seconds, after] = [0, 0, '']
  for (;;) {
    const rows = await world.graph.execute(
      `MATCH (l:BomLine) USING INDEX SEEK l:BomLine(tenantKey, toSeq, styleId)
       WHERE l.tenantKey = $organization AND l.toSeq = $open AND l.styleId > $after
       RETURN l.styleId AS styleId, l.materialId AS materialId, l.hash AS hash, l.doc AS doc
       ORDER BY l.tenantKey, l.toSeq, l.styleId LIMIT $batch`,
      { organization, open: OPEN, after, batch: BATCH },
    )
    const last = rows.at(-1)
    if (!last || written >= MOST) break
    const bound = boundTo(other, statementOf(openLines, { rows, open: OPEN, seq: 1 }))
    const begun = performance.now()
    const tx = session.beginTransaction()
    await tx.run(openLines.sentText, bound)
    await tx.commit()
    seconds += (performance.now() - begun) / 1000
    written += rows.length
    after = String(last.styleId)
  }
  await session.close()
  await driver.close()
  return written / seconds
}
