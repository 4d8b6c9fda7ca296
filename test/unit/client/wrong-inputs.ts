import type { ApiProblem, Client, Decimal, ExportJob, List } from '../../../client/src/index.ts'

/**
 * What must not compile, and what comes out as which type: `npm run types` fails when a line here compiles after all. Nothing
 * calls it.
 */
export async function wrongInputs(client: Client): Promise<unknown[]> {
  return [
    // @ts-expect-error: the contract has no such field
    client.searchEntities({ kind: 'style' }),
    // @ts-expect-error: a type that no entity has
    client.searchEntities({ type: 'shoe' }),
    // @ts-expect-error: a number is no text
    client.listBomYields({ limit: '10' }),
    // @ts-expect-error: the field of the path is missing
    client.getEntity(),
    // @ts-expect-error: the field of the path is missing
    client.getEntity({}),
    // @ts-expect-error: nothing is taken
    client.getToken({ limit: 1 }),
    // @ts-expect-error: MCP is no operation of the client
    client.mcp({}),
    // @ts-expect-error: a kind is what an export needs
    client.createExport({ parameters: {} }),
    // @ts-expect-error: entities have no snapshots
    client.createExport({ kind: 'entities', parameters: { snapshotId: 'a' } }),
    // @ts-expect-error: one resource is not a list
    client.getToken().pages(),
    // @ts-expect-error: and has no limits
    client.getToken({}, { maxItems: 1 }),
    // @ts-expect-error: a signal, not its controller
    client.getToken({}, { signal: new AbortController() }),
    // @ts-expect-error: no code of the contract
    'shoes_untied' satisfies ApiProblem['code'],
  ]
}

/** Each line has the type that it is given. */
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
