import { type TopicRole, type TopicSettings, topicTable } from '../../kafka/topics/topic-table.ts'
import { bomTypes } from '../../schemas/records/bom-events.ts'
import { AUDIT_TYPE } from '../../schemas/records/event-schemas.ts'
import { noticeTypes } from '../../schemas/records/notices.ts'
import { recordTypes } from '../../schemas/records/record-events.ts'
import { DEAD_LETTER } from '../../schemas/samples/samples.ts'

interface Channel {
  title: string
  description: string
  /** What the service does with the topic. */
  operation: string
  action: 'receive' | 'send'
  summary: string
  /** The types of the messages in the topic. */
  messages: readonly string[]
}

/** Descriptions of each topic for producers and consumers. */
export const channelTexts: Readonly<Record<TopicRole, Channel>> = {
  records: {
    title: 'Records',
    description:
      'Records of source systems. A record can be in any partition, but all records with the same key must be in the same ' +
      'partition. The topic is never compacted, because the service can be rebuilt from it. Events are CloudEvents 1.0 in ' +
      'structured mode, as shown, or in binary mode: the value is `data`, and the headers are those of the schema ' +
      '`BinaryHeaders`. A null value with the headers `ce_sourceversion` and `ce_time` deletes the record.',
    operation: 'receiveRecords',
    action: 'receive',
    summary: 'Source systems send records. The service applies them to the graph.',
    messages: [...recordTypes.keys()],
  },
  bom: {
    title: 'Publications',
    description:
      'Publications of whole BOMs, in order. All events of an organization must be in the partition that murmur2 of their key ' +
      'determines. Events are CloudEvents 1.0 in structured or binary mode, as in the topic of records.',
    operation: 'receivePublications',
    action: 'receive',
    summary: 'A source system publishes the whole BOM of an organization.',
    messages: [...bomTypes.keys()],
  },
  snapshots: {
    title: 'Notices',
    description:
      'Results of publications. Delivered at least once: a notice that is delivered twice has the same `id`.',
    operation: 'sendNotices',
    action: 'send',
    summary: 'The service notifies consumers about snapshots.',
    messages: [...noticeTypes.keys()],
  },
  dlq: {
    title: 'Dead letters',
    description:
      'Rejected events with their original key, value, and headers, and with headers that contain the reason. Of the events ' +
      'that arrive after their BOM publication failed, only the first.',
    operation: 'sendDeadLetters',
    action: 'send',
    summary: 'The service rejects events that it cannot process.',
    messages: [DEAD_LETTER],
  },
  audit: {
    title: 'Audit trail',
    description:
      'One record for each request, tool call, and change by an operator, without secrets. Delivered at least once: a record ' +
      'that is delivered twice has the same `id`. The key is the organization, or empty if there is none.',
    operation: 'sendAuditRecords',
    action: 'send',
    summary: 'The service records requests and changes.',
    messages: [AUDIT_TYPE],
  },
}

const roles = Object.keys(channelTexts) as TopicRole[]
const byName = <T>(entryOf: (role: TopicRole) => readonly [string, T]): Record<string, T> =>
  Object.fromEntries(roles.map(entryOf))

export function channels(prefix: string): Record<string, object> {
  const topics = topicTable(prefix)
  return byName((role) => [role, channelOf(topics[role], channelTexts[role])])
}

/** The operations of the service on each topic. */
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

function refTo(section: string, type: string): { $ref: string } {
  return { $ref: `#/${section}/messages/${type}` }
}
