import { arrow, box, type Diagram, text } from '../draw.ts'

export const paginationSequence: Diagram = {
  name: 'pagination-sequence',
  title: 'Following changes',
  description:
    'A client requests changes with the cursor that it stored. It stores the changes of each page together with ' +
    'meta.resume of that page. At the end of the list, links.next is null, and meta.resume is where the client continues on ' +
    'its next visit. A late event and a deletion are changes like all others.',
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
      { label: 'GET /v1/changes?cursor={stored resume}' },
    ),
    arrow(
      [
        [800, 144],
        [160, 144],
      ],
      { label: 'A created, B updated, and links.next' },
    ),
    text(810, 180, 'C is deleted', { anchor: 'start', tone: 'warn', isBold: true }),
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
      { label: 'C deleted; links.next is null', tone: 'warn' },
    ),
    text(480, 300, 'Store the changes of each page together with its meta.resume. Later:', { tone: 'muted' }),
    arrow(
      [
        [160, 336],
        [800, 336],
      ],
      { label: 'GET /v1/changes?cursor={meta.resume}' },
    ),
    arrow(
      [
        [800, 376],
        [160, 376],
      ],
      { label: 'only what was applied since, also from late events' },
    ),
  ],
}
