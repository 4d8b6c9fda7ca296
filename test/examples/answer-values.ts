interface Page {
  data: { id: string; label?: string; style?: string; type?: string }[]
  links: { next: string | null }
}

type Get = (path: string) => Promise<Page>

/** What pages say about the demo's answers, by the names that their comments give it. */
export function answerValues(get: Get): Readonly<Record<string, () => Promise<string>>> {
  const changed = '/v1/bom/yield-changes?changeType=changed'
  const firstOf = async (path: string) => (await get(`${path}&limit=1`)).data[0]
  const materialId = async () => (await firstOf('/v1/entities?type=material&q=poplin%20140'))?.id
  const firstStyle = async () => (await firstOf('/v1/entities?type=style'))?.id
  const changedStyle = async () => (await firstOf(changed))?.style ?? ''
  const lines = '/relationships?relationshipType=USES_MATERIAL'
  return {
    firstPoplin: async () => (await firstOf('/v1/entities?type=material&q=poplin'))?.label ?? '',
    lightPoplins: async () => `${await countOf(get, '/v1/entities?q=popl%2012')} poplins of 120 g`,
    uses: async () =>
      `${await countOf(get, `/v1/entities/${await materialId()}${lines}&direction=incoming`)} BOM lines`,
    changedStyle,
    changedRowsOfStyle: async () => `${await countOf(get, `${changed}&style=${await changedStyle()}`)} rows`,
    changedRows: async () => `${await countOf(get, changed)} changed rows`,
    linesOfStyle: async () => `${await countOf(get, `/v1/entities/${await firstStyle()}${lines}`)} BOM lines`,
  }
}

/** How many rows a list has, followed to its end. */
async function countOf(get: Get, path: string): Promise<number> {
  let count = 0
  for (let cursor = ''; ; ) {
    const { data, links } = await get(`${path}&limit=1000${cursor}`)
    count += data.length
    if (links.next === null) return count
    cursor = `&cursor=${encodeURIComponent(links.next)}`
  }
}
