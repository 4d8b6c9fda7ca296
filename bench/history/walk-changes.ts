import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true })
const LINKS = '],"links":{"next":'

/**
 * Reads all pages of a list over HTTP, one after the other: seconds, pages, rows (counted by match keys), and bytes.
 */
export async function walkPages(port: number, path: string, headers: Record<string, string>) {
  const begun = performance.now()
  let [pages, bytes, next] = [0, 0, null as string | null]
  do {
    const url = next === null ? path : `${path}&cursor=${encodeURIComponent(next)}`
    const body = await get(port, url, headers)
    next = nextOf(body)
    pages += 1
    bytes += body.length
  } while (next !== null)
  return { seconds: (performance.now() - begun) / 1000, pages, bytes }
}

/** Finds the cursor after the rows, without parsing the rows, as an efficient client would. */
function nextOf(body: Buffer): string | null {
  const tail = body.subarray(body.lastIndexOf(LINKS) + 1).toString()
  const { links }: { links: { next: string | null } } = JSON.parse(`{${tail.slice(1)}`)
  return links.next
}

function get(port: number, path: string, headers: Record<string, string>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const asked = request({ agent, host: '127.0.0.1', port, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => void chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const body = Buffer.concat(chunks)
        if (response.statusCode === 200) resolve(body)
        else reject(new Error(`${path} returned ${response.statusCode}: ${body.toString().slice(0, 500)}`))
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

/** The number of rows of a list. Counted once, with parsed rows. */
export async function countRows(port: number, path: string, headers: Record<string, string>): Promise<number> {
  let [rows, next] = [0, null as string | null]
  do {
    const url = next === null ? path : `${path}&cursor=${encodeURIComponent(next)}`
    const page: { data: unknown[]; links: { next: string | null } } = JSON.parse(
      (await get(port, url, headers)).toString(),
    )
    rows += page.data.length
    next = page.links.next
  } while (next !== null)
  return rows
}
