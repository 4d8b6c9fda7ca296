import { arrow, box, type Diagram, frame } from '../draw.ts'

export const systemOverview: Diagram = {
  name: 'system-overview',
  title: 'How data flows through the service',
  description:
    'Source systems (PLM, ERP, WMS, factory portals) send events to Kafka. Projectors apply them to one Neo4j graph. ' +
    'The API reads the graph and serves REST, file exports, MCP, and the Explorer. Projectors also write dead letters and ' +
    'snapshot notices to Kafka, and the API writes audit records to Kafka.',
  width: 960,
  height: 380,
  shapes: [
    frame([20, 30], [170, 260], 'Your systems'),
    box([34, 66], [142, 44], 'PLM'),
    box([34, 120], [142, 44], 'ERP'),
    box([34, 174], [142, 44], 'WMS'),
    box([34, 228], [142, 44], 'Factory portals'),
    box([270, 110], [130, 100], 'Kafka', ['records', 'BOMs']),
    box([470, 110], [130, 100], 'Projectors', ['validate', 'and apply'], { tone: 'accent' }),
    box([470, 280], [130, 70], 'Neo4j', ['graph, snapshots']),
    box([680, 110], [110, 100], 'API', ['one tenant', 'per token'], { tone: 'accent' }),
    box([826, 30], [124, 44], 'REST'),
    box([826, 98], [124, 44], 'file exports'),
    box([826, 166], [124, 44], 'MCP'),
    box([826, 234], [124, 44], 'Explorer'),
    arrow(
      [
        [190, 160],
        [270, 160],
      ],
      { label: 'events' },
    ),
    arrow([
      [400, 140],
      [470, 140],
    ]),
    arrow(
      [
        [535, 210],
        [535, 280],
      ],
      { label: 'writes', at: [562, 250] },
    ),
    arrow(
      [
        [600, 315],
        [735, 315],
        [735, 210],
      ],
      { label: 'reads', at: [668, 307] },
    ),
    arrow([
      [790, 130],
      [810, 130],
      [810, 52],
      [826, 52],
    ]),
    arrow([
      [790, 130],
      [810, 130],
      [810, 120],
      [826, 120],
    ]),
    arrow([
      [790, 180],
      [826, 180],
    ]),
    arrow([
      [790, 190],
      [810, 190],
      [810, 256],
      [826, 256],
    ]),
    arrow(
      [
        [535, 110],
        [535, 80],
        [335, 80],
        [335, 110],
      ],
      { isDashed: true, label: 'dead letters, notices', at: [435, 72] },
    ),
    arrow(
      [
        [735, 110],
        [735, 46],
        [300, 46],
        [300, 110],
      ],
      { isDashed: true, label: 'audit records', at: [620, 38] },
    ),
  ],
}
