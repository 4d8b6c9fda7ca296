import { arrow, box, type Diagram, text } from '../draw.ts'

export const paginationSequence: Diagram = {
  name: 'pagination-sequence',
  title: 'Pagination and incremental sync',
  description:
    'A client requests pages with updatedSince until links.next is null. An entity that changes while the client reads pages ' +
    'appears again at the end of the list. The client starts its next sync with updatedSince set to the updatedAt of the last ' +
    'entity that it received.',
  width: 960,
  height: 400,
  shapes: [
    box([60, 20], [200, 44], 'Client', [], { tone: 'accent' }),
    box([700, 20], [200, 44], 'API', [], { tone: 'accent' }),
    arrow(
      [
        [160, 64],
        [160, 390],
      ],
      { hasHead: false, isDashed: true },
    ),
    arrow(
      [
        [800, 64],
        [800, 390],
      ],
      { hasHead: false, isDashed: true },
    ),
    arrow(
      [
        [160, 104],
        [800, 104],
      ],
      { label: 'GET /v1/entities?updatedSince=2026-09-12' },
    ),
    arrow(
      [
        [800, 144],
        [160, 144],
      ],
      { label: 'A, B, C and links.next' },
    ),
    text(810, 180, 'B changes', { anchor: 'start', tone: 'warn', isBold: true }),
    arrow(
      [
        [160, 212],
        [800, 212],
      ],
      { label: 'the same request with cursor=links.next' },
    ),
    arrow(
      [
        [800, 252],
        [160, 252],
      ],
      { label: 'D, and B again at the end; links.next is null', tone: 'warn' },
    ),
    text(480, 300, 'Save updatedAt of the last entity (B). Later:', { tone: 'muted' }),
    arrow(
      [
        [160, 336],
        [800, 336],
      ],
      { label: 'GET /v1/entities?updatedSince={updatedAt of B}' },
    ),
    arrow(
      [
        [800, 376],
        [160, 376],
      ],
      { label: 'B again, then everything newer' },
    ),
  ],
}
