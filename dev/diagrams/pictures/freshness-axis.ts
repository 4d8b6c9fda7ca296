import { arrow, bar, type Diagram, dot, text } from '../draw.ts'

export const freshnessAxis: Diagram = {
  name: 'freshness-axis',
  title: 'Freshness of a dataset',
  description:
    'The lag of a dataset is the time from its latest source watermark until now. A lag up to warnAfterSeconds is fresh. ' +
    'Above it, up to errorAfterSeconds, the dataset is stale with severity warn. Above errorAfterSeconds it is stale with ' +
    'severity error.',
  width: 960,
  height: 230,
  shapes: [
    bar([60, 90], [320, 40], 'fresh', 'good'),
    bar([380, 90], [270, 40], 'stale, severity warn', 'warn'),
    bar([650, 90], [250, 40], 'stale, severity error', 'bad'),
    dot([60, 150], 'accent'),
    text(60, 174, 'source watermark', { anchor: 'start', tone: 'muted' }),
    dot([380, 150], 'warn'),
    text(380, 174, 'warnAfterSeconds', { tone: 'warn' }),
    dot([650, 150], 'bad'),
    text(650, 174, 'errorAfterSeconds', { tone: 'bad' }),
    arrow([
      [60, 150],
      [930, 150],
    ]),
    text(900, 174, 'lag', { tone: 'muted' }),
    arrow(
      [
        [60, 60],
        [520, 60],
      ],
      { label: 'lagSeconds: from the watermark until now', tone: 'accent' },
    ),
    text(520, 82, 'now', { tone: 'accent', isBold: true }),
  ],
}
