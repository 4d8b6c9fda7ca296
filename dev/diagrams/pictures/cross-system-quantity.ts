import { arrow, box, type Diagram, text } from '../draw.ts'

/** The stock of one material at one factory in the demo, as in docs/concepts/cross-system-data.md. */
export const crossSystemQuantity: Diagram = {
  name: 'cross-system-quantity',
  title: 'One material at one factory in three systems',
  description:
    'The WMS, which is the source of truth for stock, reports 1,337.84 m on hand, the ERP 1,900.33 m, and the factory portal ' +
    '1,898.43 m. The stock in the ERP is compared with both others. It differs from the factory portal by 1.90 m, which is ' +
    'within the tolerance of 1 percent. It differs from the WMS by 562.49 m, which is outside it, so the service opens the ' +
    'exception QUANTITY_MISMATCH.',
  width: 960,
  height: 320,
  shapes: [
    text(480, 30, 'MT-00085 at FA-004, on hand', { isBold: true, size: 15 }),
    box([40, 56], [240, 70], 'WMS', ['1,337.84 m, source of truth'], { tone: 'accent' }),
    box([360, 56], [240, 70], 'ERP', ['1,900.33 m']),
    box([680, 56], [240, 70], 'Factory portal', ['1,898.43 m']),
    arrow(
      [
        [360, 91],
        [280, 91],
      ],
      { label: '+562.49 m', tone: 'bad' },
    ),
    arrow(
      [
        [600, 91],
        [680, 91],
      ],
      { label: '+1.90 m', tone: 'good' },
    ),
    box(
      [40, 210],
      [320, 84],
      'QUANTITY_MISMATCH',
      ['difference of 562.49 m is above', 'the tolerance of 19.00 m (1%)'],
      {
        tone: 'bad',
        isCode: true,
      },
    ),
    box([600, 210], [320, 84], 'No exception', ['difference of 1.90 m is within', 'the tolerance of 19.00 m (1%)'], {
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
