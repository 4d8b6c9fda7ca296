/** A topic as the brokers describe it: `replicas` is that of the partition with the fewest. */
export type TopicDescription = { name: string; partitions: number; replicas: number; hasLeaders: boolean }

/** A replication factor of -1 is the brokers' default. */
export type NewTopic = {
  name: string
  partitions: number
  replicationFactor: number
  settings: Readonly<Record<string, string>>
}

/** Values of settings by their names. */
export type Settings = Map<string, string>

/** What is asked and changed of topics. Every call throws when the brokers are away or refuse. */
export type TopicAdmin = {
  listTopics(): Promise<string[]>
  /** To be called for existing topics only: asking by name creates one, where brokers are set to do so. */
  describeTopics(names: readonly string[]): Promise<TopicDescription[]>
  /**
   * Returns before the partitions have leaders; a topic that exists already is left as it is.
   * @throws Error with a line for each topic that was not created
   */
  createTopics(topics: readonly NewTopic[]): Promise<void>
  /** The given settings of topics, by topic. */
  settings(topics: readonly string[], names: readonly string[]): Promise<Map<string, Settings>>
  /** What was set for the topic itself. */
  overriddenSettings(topic: string): Promise<Settings>
  /** Sets these for the topic, and all others to the brokers' defaults. */
  replaceSettings(topic: string, settings: Settings): Promise<void>
  /** The replicas of a topic that names none, or null where the brokers do not tell: asking takes a right of its own. */
  defaultReplicationFactor(): Promise<number | null>
  /** The first offset of each partition with this timestamp, in ms since 1970, or a later one. */
  offsetsSince(topic: string, timestamp: number): Promise<Map<number, bigint>>
  deleteGroup(groupId: string): Promise<void>
}
