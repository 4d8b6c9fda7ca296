import { type TopicRole, type TopicSettings, topicTable } from '../../kafka/topics/topics.ts'
import { bomTypes } from '../../schemas/records/bom-events.ts'
import { AUDIT_TYPE } from '../../schemas/records/event-schemas.ts'
import { noticeTypes } from '../../schemas/records/notices.ts'
import { recordTypes } from '../../schemas/records/record-events.ts'
import { DEAD_LETTER } from '../../schemas/samples/samples.ts'

interface Channel {
  title: string
  description: string
  /** Of the operation: what the service does with what lies there. */
  operation: string
  action: 'receive' | 'send'
  summary: string
  /** The messages that it holds, by their types. */
  messages: readonly string[]
}

/** Each topic as those see it who send and read. */
export const channelTexts: Readonly<Record<TopicRole, Channel>> = {
  records: {
    title: 'Records',
    description:
      'Records of source systems. Records may lie in any partition of their key, but one key stays in one partition. ' +
      'Never compacted: the log is the truth. Events are CloudEvents 1.0, structured as shown, or binary: `data` alone is ' +
      'the value, and the headers are those of the schema `BinaryHeaders`. A null value with the headers ' +
      '`ce_sourceversion` and `ce_time` is a deletion.',
    operation: 'receiveRecords',
    action: 'receive',
    summary: 'Source systems send records; the service folds them into the graph.',
    messages: [...recordTypes.keys()],
  },
  bom: {
    title: 'Publications',
    description:
      'Publications of whole BOMs, in order. They must lie in the partition of their key by murmur2. ' +
      'CloudEvents 1.0, structured or binary as on the topic of records.',
    operation: 'receivePublications',
    action: 'receive',
    summary: 'A source system publishes the whole BOM of an organization.',
    messages: [...bomTypes.keys()],
  },
  snapshots: {
    title: 'Notices',
    description: 'What became of publications. At least once: a notice that comes twice has the same `id`.',
    operation: 'sendNotices',
    action: 'send',
    summary: 'The service tells consumers about snapshots.',
    messages: [...noticeTypes.keys()],
  },
  dlq: {
    title: 'Dead letters',
    description: 'Messages that could not be used: key, value and headers as they came, and headers that say why.',
    operation: 'sendDeadLetters',
    action: 'send',
    summary: 'The service puts aside what it cannot use.',
    messages: [DEAD_LETTER],
  },
  audit: {
    title: 'Audit trail',
    description:
      'A record of each request, tool call and change by an operator, without secrets. At least once: a record that ' +
      'comes twice has the same `id`. The key is the organization, empty where there is none.',
    operation: 'sendAuditRecords',
    action: 'send',
    summary: 'The service records what was asked and changed.',
    messages: [AUDIT_TYPE],
  },
}

const roles = Object.keys(channelTexts) as TopicRole[]
const byName = <T>(entryOf: (role: TopicRole) => readonly [string, T]): Record<string, T> =>
  Object.fromEntries(roles.map(entryOf))

/** The topics of an installation. */
export function channels(prefix: string): Record<string, object> {
  const topics = topicTable(prefix)
  return byName((role) => [role, channelOf(topics[role], channelTexts[role])])
}

/** What the service does with each. */
export function operations(): Record<string, object> {
  return byName((role) => {
    const { operation, action, summary, messages } = channelTexts[role]
    const channel = { $ref: `#/channels/${role}` }
    return [operation, { action, channel, summary, messages: messages.map((type) => refTo(`channels/${role}`, type)) }]
  })
}

function channelOf({ name, partitions, retentionMs, maxMessageBytes }: TopicSettings, channel: Channel): object {
  const { title, description, messages } = channel
  const topicConfiguration = {
    'cleanup.policy': ['delete'],
    'retention.ms': retentionMs,
    'max.message.bytes': maxMessageBytes,
  }
  return {
    address: name,
    title,
    description,
    messages: Object.fromEntries(messages.map((type) => [type, refTo('components', type)])),
    bindings: { kafka: { topic: name, partitions, topicConfiguration, bindingVersion: '0.5.0' } },
  }
}

function refTo(place: string, type: string): { $ref: string } {
  return { $ref: `#/${place}/messages/${type}` }
}
