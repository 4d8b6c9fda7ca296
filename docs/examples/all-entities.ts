// Node 22.18 and later run this file as it is. With Node 20, use the Node that `npm ci` installs:
// node_modules/.bin/node docs/examples/all-entities.ts
const { BASE_URL = '', TOKEN = '' } = process.env

interface Page {
  data: { id: string; label: string }[]
  links: { next: string | null }
}

let cursor: string | null = null
do {
  const query = new URLSearchParams({ limit: '1000', ...(cursor === null ? {} : { cursor }) })
  const response = await fetch(`${BASE_URL}/v1/entities?${query}`, { headers: { Authorization: `Bearer ${TOKEN}` } })
  if (!response.ok) throw new Error(await response.text())
  const page = (await response.json()) as Page
  for (const { id, label } of page.data) console.log(id, label)
  cursor = page.links.next
} while (cursor !== null)
