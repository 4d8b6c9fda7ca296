import { arrow, box, type Diagram, text } from '../draw.ts'

export const crossSystemQuantity: Diagram = {
  name: 'cross-system-quantity',
  title: 'One material at one factory in three systems',
  description:
    'The ERP reports 1,200 m on hand, the WMS 1,150 m, and the factory portal 1,152 m. The WMS is the source of truth for ' +
    'stock. The factory portal differs by 2 m, which is within the tolerance of 1 percent. The ERP differs by 50 m, which is ' +
    'outside it, so the service opens the exception QUANTITY_MISMATCH.',
  width: 960,
  height: 320,
  shapes: [
    text(480, 30, 'MT-00085 at FA-004, on hand', { isBold: true, size: 15 }),
    box([40, 56], [240, 70], 'ERP', ['1,200 m']),
    box([360, 56], [240, 70], 'WMS', ['1,150 m, source of truth'], { tone: 'accent' }),
    box([680, 56], [240, 70], 'Factory portal', ['1,152 m']),
    arrow(
      [
        [280, 91],
        [360, 91],
      ],
      { label: '+50 m', tone: 'bad' },
    ),
    arrow(
      [
        [680, 91],
        [600, 91],
      ],
      { label: '+2 m', tone: 'good' },
    ),
    box([40, 210], [320, 84], 'QUANTITY_MISMATCH', ['difference of 50 m is above', 'the tolerance of 12 m (1%)'], {
      tone: 'bad',
      isCode: true,
    }),
    box([600, 210], [320, 84], 'No exception', ['difference of 2 m is within', 'the tolerance of 11.52 m (1%)'], {
      tone: 'good',
    }),
    arrow(
      [
        [160, 126],
        [160, 210],
      ],
      { tone: 'bad' },
    ),
    arrow(
      [
        [800, 126],
        [800, 210],
      ],
      { tone: 'good' },
    ),
  ],
}
