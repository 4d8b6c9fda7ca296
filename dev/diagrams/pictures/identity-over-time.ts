import { arrow, bar, type Diagram, dot, text } from '../draw.ts'

export const identityOverTime: Diagram = {
  name: 'identity-over-time',
  title: 'A material that is renumbered',
  description:
    'A material keeps its entity ID for its whole life. Its code changes from MT-9001 to MT-9100. The previous code still ' +
    'resolves to it, until another material is given that code. From then on, the code resolves to the other material.',
  width: 960,
  height: 330,
  shapes: [
    text(30, 36, 'Entity ID of the material: always the same', { anchor: 'start', isBold: true }),
    bar([30, 50], [880, 34], 'entity ID 106775a1-…', 'accent'),
    text(30, 120, 'Its current code', { anchor: 'start', isBold: true }),
    bar([30, 134], [290, 34], 'MT-9001', 'plain'),
    bar([320, 134], [590, 34], 'MT-9100', 'plain'),
    text(30, 204, 'What MT-9001 resolves to', { anchor: 'start', isBold: true }),
    bar([30, 218], [290, 34], 'this material (current code)', 'good'),
    bar([320, 218], [300, 34], 'this material (previous code)', 'warn'),
    bar([620, 218], [290, 34], 'the other material', 'plain'),
    dot([320, 280], 'accent'),
    text(320, 304, 'renumbered', { tone: 'muted' }),
    dot([620, 280], 'accent'),
    text(620, 304, 'another material is given MT-9001', { tone: 'muted' }),
    arrow([
      [30, 280],
      [930, 280],
    ]),
  ],
}
