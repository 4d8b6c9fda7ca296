import { arrow, box, type Diagram, dot, text } from '../draw.ts'

export const publicationLifecycle: Diagram = {
  name: 'publication-lifecycle',
  title: 'How a BOM publication becomes a snapshot',
  description:
    'A publication starts with a started event, receives one event per style, and ends with a completed event. The service ' +
    'verifies counts and the content hash. If they match, the publication becomes a snapshot atomically; otherwise it fails ' +
    'and the previous snapshot remains current. A timeline shows that the latest completed snapshot is current until the ' +
    'next one completes, and that a failed publication changes nothing.',
  width: 960,
  height: 350,
  shapes: [
    box([20, 40], [140, 60], 'started', ['snapshot ID'], { isCode: true }),
    box([215, 40], [140, 60], 'style', ['one event each'], { isCode: true }),
    box([410, 40], [140, 60], 'completed', ['counts, hash'], { isCode: true }),
    box([605, 40], [130, 60], 'Verified?', ['counts and hash'], { tone: 'accent' }),
    box([810, 20], [130, 50], 'Snapshot', ['immutable'], { tone: 'good' }),
    box([810, 100], [130, 50], 'Failed', ['with a reason'], { tone: 'bad' }),
    arrow([
      [160, 70],
      [215, 70],
    ]),
    arrow([
      [355, 70],
      [410, 70],
    ]),
    arrow([
      [550, 70],
      [605, 70],
    ]),
    arrow(
      [
        [735, 60],
        [770, 60],
        [770, 45],
        [810, 45],
      ],
      { label: 'yes', tone: 'good', at: [752, 50] },
    ),
    arrow(
      [
        [735, 80],
        [770, 80],
        [770, 125],
        [810, 125],
      ],
      { label: 'no', tone: 'bad', at: [752, 100] },
    ),
    arrow([
      [40, 290],
      [930, 290],
    ]),
    text(900, 312, 'time', { tone: 'muted' }),
    dot([150, 290], 'good'),
    text(150, 268, 'A completes', { tone: 'good' }),
    dot([390, 290], 'bad'),
    text(390, 268, 'B fails', { tone: 'bad' }),
    dot([640, 290], 'good'),
    text(640, 268, 'C completes', { tone: 'good' }),
    text(395, 318, 'A is the current snapshot', { tone: 'muted' }),
    text(770, 318, 'C is the current snapshot', { tone: 'muted' }),
    text(40, 218, 'Which snapshot is current', { anchor: 'start', isBold: true }),
  ],
}
