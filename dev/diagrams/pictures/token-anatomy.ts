import { arrow, box, type Diagram, type Shape, text } from '../draw.ts'

const scopes = [
  ['graph:read', 'entities and relationships'],
  ['bom:read', 'BOM snapshots, yields, changes'],
  ['materials:read', 'positions, freshness, exceptions'],
  ['exports:create', 'file exports'],
  ['ingest:read', 'what happened to sent events'],
  ['mcp:read', 'MCP, with the scopes of each tool'],
] as const

const rows = scopes.flatMap(([scope, opens], at): Shape[] => {
  const x = 30 + (at % 3) * 310
  const y = 170 + Math.floor(at / 3) * 90
  return [box([x, y], [280, 66], scope, [opens], { isCode: true })]
})

export const tokenAnatomy: Diagram = {
  name: 'token-anatomy',
  title: 'The parts of a token, and what each scope opens',
  description:
    'A token has four parts: the prefix tda, the region, the key ID, and the secret with a checksum. The key ID is not secret. ' +
    'Scopes: graph:read opens entities and relationships; bom:read opens BOM snapshots, yields, and changes; materials:read ' +
    'opens positions, freshness, and exceptions; exports:create opens file exports; ingest:read shows what happened to sent ' +
    'events; mcp:read opens MCP, together with the scopes of each tool.',
  width: 960,
  height: 350,
  shapes: [
    box([60, 30], [110, 50], 'tda', [], { isCode: true }),
    box([190, 30], [190, 50], 'eu-west', [], { isCode: true, tone: 'accent' }),
    box([400, 30], [230, 50], 'cnFIacVoAjYX', [], { isCode: true, tone: 'good' }),
    box([650, 30], [250, 50], '…', [], { isCode: true, tone: 'bad' }),
    text(115, 104, 'prefix', { tone: 'muted' }),
    text(285, 104, 'region', { tone: 'accent' }),
    text(515, 104, 'key ID, not secret', { tone: 'good' }),
    text(775, 104, 'secret and checksum', { tone: 'bad' }),
    text(30, 152, 'One organization, and the scopes that the operator grants:', { anchor: 'start', isBold: true }),
    ...rows,
    arrow(
      [
        [170, 55],
        [190, 55],
      ],
      { hasHead: false },
    ),
    arrow(
      [
        [380, 55],
        [400, 55],
      ],
      { hasHead: false },
    ),
    arrow(
      [
        [630, 55],
        [650, 55],
      ],
      { hasHead: false },
    ),
  ],
}
