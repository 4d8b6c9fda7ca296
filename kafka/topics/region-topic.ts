import { OtherRegion } from '../../schemas/other-region.ts'
import type { KafkaConnection } from '../connection.ts'
import { createTopics } from './create-topics.ts'

/** The topics of an installation are those with its prefix. */
export interface RegionOfTopics {
  prefix: string
  region: string
}

const FOR_EVER = -1

const stem = (prefix: string) => `${prefix}tenantdata.region.`

/** The topic that marks the region of an installation. It stays empty: its name contains the region. */
export const regionTopic = ({ prefix, region }: RegionOfTopics): string => stem(prefix) + region

/** The regions that the topics of an installation belong to: none before the first projector has started. */
export async function regionsOfTopics(connection: KafkaConnection, prefix: string): Promise<string[]> {
  const topics = await connection.withAdmin((admin) => admin.listTopics())
  return topics.filter((name) => name.startsWith(stem(prefix))).map((name) => name.slice(stem(prefix).length))
}

/** @throws OtherRegion when the topics belong to another region */
export async function requireTopicsOf(connection: KafkaConnection, { prefix, region }: RegionOfTopics): Promise<void> {
  const [other] = (await regionsOfTopics(connection, prefix)).filter((found) => found !== region)
  if (other !== undefined) throw new OtherRegion('The topics', other, region)
}

type ClaimOptions = RegionOfTopics & { replicationFactor: number }

/**
 * Marks the region of the topics. Running it again changes nothing. If processes of two regions start at the same time,
 * both fail.
 * @throws OtherRegion when the topics belong to another region, Error when the topic cannot be created
 */
export async function claimTopics(
  connection: KafkaConnection,
  { replicationFactor, ...topics }: ClaimOptions,
): Promise<void> {
  await requireTopicsOf(connection, topics)
  await createRegionTopic(connection, { replicationFactor, ...topics })
  await requireTopicsOf(connection, topics)
}

/** Marks the topics as those of another region. @throws Error when a topic cannot be created or deleted */
export async function assignTopics(connection: KafkaConnection, options: ClaimOptions): Promise<void> {
  await createRegionTopic(connection, options)
  const { prefix, region } = options
  const others = (await regionsOfTopics(connection, prefix)).filter((found) => found !== region)
  const names = others.map((other) => regionTopic({ prefix, region: other }))
  if (names.length > 0) await connection.withAdmin((admin) => admin.deleteTopics(names))
}

async function createRegionTopic(
  connection: KafkaConnection,
  { replicationFactor, ...topics }: ClaimOptions,
): Promise<void> {
  const topic = { name: regionTopic(topics), partitions: 1, retentionMs: FOR_EVER, maxMessageBytes: 1024 }
  await createTopics(connection, { topics: [topic], replicationFactor })
}
