import type { ApiProblem, Client, Decimal, ExportJob, List } from '../../../client/src/index.ts'

/** Calls that must not compile: `npm run types` fails if one of them does. Nothing calls this function. */
export async function wrongInputs(client: Client): Promise<unknown[]> {
  return [
    // @ts-expect-error: the contract has no such field
    client.searchEntities({ kind: 'style' }),
    // @ts-expect-error: no entity has this type
    client.searchEntities({ type: 'shoe' }),
    // @ts-expect-error: limit is a number
    client.listBomYields({ limit: '10' }),
    // @ts-expect-error: the field of the path is missing
    client.getEntity(),
    // @ts-expect-error: the field of the path is missing
    client.getEntity({}),
    // @ts-expect-error: the operation has no inputs
    client.getToken({ limit: 1 }),
    // @ts-expect-error: the client has no method for MCP
    client.mcp({}),
    // @ts-expect-error: kind is required
    client.createExport({ parameters: {} }),
    // @ts-expect-error: exports of entities have no snapshotId
    client.createExport({ kind: 'entities', parameters: { snapshotId: 'a' } }),
    // @ts-expect-error: one resource is not a list
    client.getToken().pages(),
    // @ts-expect-error: one resource has no maxItems
    client.getToken({}, { maxItems: 1 }),
    // @ts-expect-error: signal is an AbortSignal, not its controller
    client.getToken({}, { signal: new AbortController() }),
    // @ts-expect-error: the contract has no such problem code
    'shoes_untied' satisfies ApiProblem['code'],
  ]
}

/** Calls whose results must have the stated types. */
export async function rightTypes(client: Client): Promise<unknown[]> {
  const list: List<{ data: { style: string }[]; links: { next: string | null } }> = client.listBomYields()
  const { data: rows, meta } = await client.listBomYieldChanges({ changeType: 'changed' })
  const decimals: (Decimal | null)[] = rows.map(({ delta }) => delta?.grossYield ?? null)
  const { data: job }: { data: ExportJob } = await client.createExport({
    kind: 'bom_yields',
    parameters: { style: 'A' },
  })
  const response: Response = await client.downloadExport({ exportId: job.exportId })
  const { data: entity } = await client.getEntity({ entityId: 'a' })
  const styleNumber: string = entity.type === 'style' ? entity.attributes.styleNumber : entity.label
  return [list, meta, decimals, response, styleNumber]
}
