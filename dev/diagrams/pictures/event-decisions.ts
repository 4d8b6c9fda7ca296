import { arrow, box, type Diagram, type Shape } from '../draw.ts'

const checks = [
  ['Envelope', 'malformed', 'unknown_type'],
  ['Key', 'key_mismatch', ''],
  ['Organization', 'unknown_organization', 'source_not_allowed'],
  ['Schema', 'invalid_data', ''],
  ['Version', '', ''],
] as const

const steps = checks.flatMap(([name, first, second], at): Shape[] => {
  const x = 20 + at * 190
  const reasons = [first, second].filter((reason) => reason !== '')
  return [
    box([x, 60], [140, 56], name, [], { tone: 'accent' }),
    ...(at < checks.length - 1
      ? [
          arrow([
            [x + 140, 88],
            [x + 190, 88],
          ]),
        ]
      : []),
    ...(reasons.length === 0
      ? []
      : [
          arrow(
            [
              [x + 70, 116],
              [x + 70, 190],
            ],
            { tone: 'bad' },
          ),
          box([x - 12, 190], [164, 66], 'rejected', reasons, { tone: 'bad' }),
        ]),
  ]
})

export const eventDecisions: Diagram = {
  name: 'event-decisions',
  title: 'What the projector does with an event',
  description:
    'The projector checks the envelope, the key, the organization, the schema of the data, and the version. Each failed check ' +
    'rejects the event with a reason: malformed, unknown_type, key_mismatch, unknown_organization, source_not_allowed, or ' +
    'invalid_data. An event with a newer version is applied. An event with a version that is already known is stale and ' +
    'changes nothing.',
  width: 960,
  height: 290,
  shapes: [
    ...steps,
    box([768, 190], [80, 50], 'applied', [], { tone: 'good' }),
    box([856, 190], [74, 50], 'stale', [], { tone: 'warn' }),
    arrow(
      [
        [808, 116],
        [808, 190],
      ],
      { tone: 'good', label: 'newer', at: [784, 160] },
    ),
    arrow(
      [
        [890, 116],
        [890, 190],
      ],
      { tone: 'warn', label: 'not newer', at: [924, 160] },
    ),
  ],
}
