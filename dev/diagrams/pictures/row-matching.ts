import { arrow, box, type Diagram, text } from '../draw.ts'

export const rowMatching: Diagram = {
  name: 'row-matching',
  title: 'How rows of two snapshots are matched',
  description:
    'When a BOM line has a bomLineRef, replacing its material gives one changed row, because both rows have the same line ' +
    'reference. Without a bomLineRef, rows are matched by section, placement, and material, so that the same replacement ' +
    'gives one removed row and one added row.',
  width: 960,
  height: 330,
  shapes: [
    text(150, 30, 'Earlier snapshot', { isBold: true, size: 15 }),
    text(480, 30, 'Later snapshot', { isBold: true, size: 15 }),
    text(810, 30, 'Comparison', { isBold: true, size: 15 }),
    box([30, 50], [240, 78], 'bomLineRef L-10', ['front body', 'poplin'], { tone: 'accent' }),
    box([360, 50], [240, 78], 'bomLineRef L-10', ['front body', 'twill'], { tone: 'accent' }),
    box([700, 60], [220, 58], 'changed', ['one row: material'], { tone: 'warn', isCode: true }),
    arrow(
      [
        [270, 89],
        [360, 89],
      ],
      { label: 'same line' },
    ),
    arrow([
      [600, 89],
      [700, 89],
    ]),
    box([30, 180], [240, 78], 'No line reference', ['front body', 'poplin']),
    box([360, 230], [240, 78], 'No line reference', ['front body', 'twill']),
    box([700, 180], [220, 50], 'removed', ['poplin'], { tone: 'bad', isCode: true }),
    box([700, 254], [220, 50], 'added', ['twill'], { tone: 'good', isCode: true }),
    arrow(
      [
        [270, 205],
        [700, 205],
      ],
      { label: 'no row with this material', at: [480, 196] },
    ),
    arrow([
      [600, 279],
      [700, 279],
    ]),
  ],
}
