import kafkajs, { type Admin } from 'kafkajs'

const { ConfigResourceTypes } = kafkajs

/**
 * How many copies must have a record before it is confirmed: two where one broker may then be away, as it is at every
 * restart, else null, which leaves the broker's default of one.
 */
export function minInsyncFor(copies: number): number | null {
  return copies >= 3 ? 2 : null
}

/** Settings of topics by topic and name. */
export async function configValues(
  admin: Admin,
  topics: string[],
  configNames: string[],
): Promise<Map<string, Map<string, string>>> {
  const resources = topics.map((name) => ({ type: ConfigResourceTypes.TOPIC, name, configNames }))
  const described = await admin.describeConfigs({ resources, includeSynonyms: false })
  return new Map(
    described.resources.map(({ resourceName, configEntries }) => [
      resourceName,
      new Map(configEntries.map(({ configName, configValue }) => [configName, configValue])),
    ]),
  )
}

/** The copies of a topic that names none, or null where the brokers do not tell: asking takes a right of its own. */
export async function copiesByDefault(admin: Admin): Promise<number | null> {
  try {
    const { brokers } = await admin.describeCluster()
    const name = String(brokers[0]?.nodeId)
    const resource = { type: ConfigResourceTypes.BROKER, name, configNames: ['default.replication.factor'] }
    const { resources } = await admin.describeConfigs({ resources: [resource], includeSynonyms: false })
    return Number(resources[0]?.configEntries[0]?.configValue) || null
  } catch {
    return null
  }
}

type Copies = { name: string; copies: number; minInsync: number; wanted: number | null }

/** What an operator of a cluster should know of a topic; nothing of one copy where one was wanted. */
export function doubtsAbout({ name, copies, minInsync, wanted }: Copies): string[] {
  const doubts: string[] = []
  if (wanted !== null && copies < wanted)
    doubts.push(
      `topic ${name} has ${copies === 1 ? '1 copy' : `${copies} copies`} and should have ${wanted}: reassign its partitions`,
    )
  if (copies >= 3 && minInsync < 2)
    doubts.push(
      `topic ${name} has ${copies} copies and confirms what one of them has, so that confirmed records can be lost with one broker: set its min.insync.replicas to 2`,
    )
  if (minInsync > 1 && minInsync >= copies)
    doubts.push(
      `topic ${name} has ${copies === 1 ? '1 copy' : `${copies} copies`} and min.insync.replicas ${minInsync}, so that it takes nothing while a broker is away: lower that or add copies`,
    )
  return doubts
}
