import { arrow, bar, type Diagram, text } from '../draw.ts'

export const rebuildTimeline: Diagram = {
  name: 'rebuild-timeline',
  title: 'What readers see during a rebuild and an upgrade',
  description:
    'During a rebuild, reads return 503 rebuilding from the moment the graph is dropped until all events have been replayed; ' +
    'exports stay queued. During a rolling upgrade, one process at a time restarts, so that reads never stop and events wait ' +
    'a few seconds in Kafka.',
  width: 960,
  height: 320,
  shapes: [
    text(30, 36, 'Rebuild (tda rebuild)', { anchor: 'start', isBold: true, size: 15 }),
    text(30, 74, 'Reads', { anchor: 'start', tone: 'muted' }),
    bar([130, 54], [180, 32], '200', 'good'),
    bar([310, 54], [380, 32], '503 rebuilding, with Retry-After', 'bad'),
    bar([690, 54], [230, 32], '200', 'good'),
    text(30, 114, 'Exports', { anchor: 'start', tone: 'muted' }),
    bar([130, 94], [180, 32], 'run', 'good'),
    bar([310, 94], [380, 32], 'stay queued', 'warn'),
    bar([690, 94], [230, 32], 'run', 'good'),
    text(30, 180, 'Rolling upgrade', { anchor: 'start', isBold: true, size: 15 }),
    text(30, 218, 'Reads', { anchor: 'start', tone: 'muted' }),
    bar([130, 198], [790, 32], '200, from the processes that are running', 'good'),
    text(30, 258, 'Events', { anchor: 'start', tone: 'muted' }),
    bar([130, 238], [180, 32], 'applied', 'good'),
    bar([310, 238], [200, 32], 'wait in Kafka', 'warn'),
    bar([510, 238], [410, 32], 'applied', 'good'),
    arrow([
      [130, 298],
      [930, 298],
    ]),
    text(900, 316, 'time', { tone: 'muted' }),
  ],
}
