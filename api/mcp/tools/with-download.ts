type ExportRow = { links?: Record<string, string> }

const howTo =
  'Give links.download to a person or a program. Send GET with "Authorization: Bearer" and any token of this organization ' +
  'with exports:create. It works once the status at links.self is completed, until expiresAt.'

/**
 * Adds how to download the file to one export or to a page of exports. Agents do not know the base address of a path,
 * or the credential that it needs.
 */
export function withDownload(response: unknown, baseUrl: string): Record<string, unknown> {
  const { data, meta, ...rest } = response as { data: ExportRow | ExportRow[]; meta: object }
  const shown = ({ links, ...row }: ExportRow) => {
    if (!links) return row
    return { ...row, links: Object.fromEntries(Object.entries(links).map(([name, path]) => [name, baseUrl + path])) }
  }
  return { ...rest, data: Array.isArray(data) ? data.map(shown) : shown(data), meta: { ...meta, howTo } }
}
