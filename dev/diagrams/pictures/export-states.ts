import { arrow, box, type Diagram, text } from '../draw.ts'

export const exportStates: Diagram = {
  name: 'export-states',
  title: 'The states of an export',
  description:
    'A new export is queued, then running, then completed or failed. A completed file can be downloaded for 15 minutes unless ' +
    'the operator sets another time; then the export is expired and its file is deleted. While an export is queued or ' +
    'running, poll it every 1 to 10 seconds, as pollAfterSeconds says.',
  width: 960,
  height: 260,
  shapes: [
    box([30, 60], [150, 60], 'queued', ['waits for its turn'], { isCode: true }),
    box([270, 60], [150, 60], 'running', ['progress.rows'], { isCode: true, tone: 'accent' }),
    box([520, 60], [170, 60], 'completed', ['ready to download'], { isCode: true, tone: 'good' }),
    box([790, 60], [150, 60], 'expired', ['file deleted'], { isCode: true }),
    box([270, 180], [150, 60], 'failed', ['errorCode'], { isCode: true, tone: 'bad' }),
    arrow([
      [180, 90],
      [270, 90],
    ]),
    arrow([
      [420, 90],
      [520, 90],
    ]),
    arrow(
      [
        [690, 90],
        [790, 90],
      ],
      { label: '15 min' },
    ),
    arrow(
      [
        [345, 120],
        [345, 180],
      ],
      { tone: 'bad' },
    ),
    text(225, 36, 'poll every 1 to 10 seconds (pollAfterSeconds)', { tone: 'muted' }),
    arrow(
      [
        [30, 46],
        [420, 46],
      ],
      { hasHead: false },
    ),
  ],
}
