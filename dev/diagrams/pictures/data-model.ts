import { arrow, box, type Diagram } from '../draw.ts'

export const dataModel: Diagram = {
  name: 'data-model',
  title: 'The entities around one style of the demo',
  description:
    'A BOM publication publishes a BOM for the style QM27-0147. The style has SKUs (HAS_SKU) and uses the material MT-00085 ' +
    '(USES_MATERIAL). The material is supplied by SUP-19 (SUPPLIED_BY). The style is produced by a supplier that runs a ' +
    'factory (PRODUCED_BY). Each source system has its own stock position for the material at the factory.',
  width: 960,
  height: 400,
  shapes: [
    box([30, 30], [200, 64], 'BOM publication', ['one per published BOM'], { tone: 'accent' }),
    box([380, 30], [200, 64], 'Style', ['QM27-0147'], { tone: 'accent' }),
    box([720, 30], [200, 64], 'SKU', ['color and size'], { tone: 'accent' }),
    box([380, 180], [200, 64], 'Material', ['MT-00085'], { tone: 'accent' }),
    box([720, 180], [200, 64], 'Supplier', ['SUP-19, or a factory'], { tone: 'accent' }),
    box([30, 310], [200, 64], 'Source records', ['what each system sent']),
    box([380, 310], [200, 64], 'Stock positions', ['one per system']),
    box([720, 310], [200, 64], 'Factory', ['FA-004']),
    arrow(
      [
        [230, 62],
        [380, 62],
      ],
      { label: 'PUBLISHES_BOM_FOR' },
    ),
    arrow(
      [
        [580, 62],
        [720, 62],
      ],
      { label: 'HAS_SKU' },
    ),
    arrow(
      [
        [480, 94],
        [480, 180],
      ],
      { label: 'USES_MATERIAL, per BOM line', at: [580, 146] },
    ),
    arrow(
      [
        [580, 212],
        [720, 212],
      ],
      { label: 'SUPPLIED_BY' },
    ),
    arrow(
      [
        [580, 80],
        [660, 120],
        [820, 180],
      ],
      { label: 'PRODUCED_BY', at: [790, 140] },
    ),
    arrow(
      [
        [230, 342],
        [300, 342],
        [300, 212],
        [380, 212],
      ],
      { label: 'matched by code', at: [305, 202], isDashed: true },
    ),
    arrow(
      [
        [480, 310],
        [480, 244],
      ],
      { isDashed: true, label: 'of the material', at: [532, 282] },
    ),
    arrow(
      [
        [580, 342],
        [720, 342],
      ],
      { isDashed: true, label: 'at the factory' },
    ),
  ],
}
