/** A topic as the brokers describe it. `replicas` is the lowest number of replicas of its partitions. */
export type TopicDescription = { name: string; partitions: number; replicas: number; hasLeaders: boolean }

/** A replication factor of -1 means the brokers' default. */
export type NewTopic = {
  name: string
  partitions: number
  replicationFactor: number
  settings: Readonly<Record<string, string>>
}

/** Values of settings by their names. */
export type Settings = Map<string, string>

/** Reads and changes topics. Every method throws if the brokers are unavailable or reject the request. */
export type TopicAdmin = {
  listTopics(): Promise<string[]>
  /** Call it only for existing topics: describing a missing topic creates it, if brokers are configured so. */
  describeTopics(names: readonly string[]): Promise<TopicDescription[]>
  /**
   * Returns before the partitions have leaders. An existing topic stays unchanged.
   * @throws Error with a line for each topic that was not created
   */
  createTopics(topics: readonly NewTopic[]): Promise<void>
  /** Deletes topics with their records. */
  deleteTopics(names: readonly string[]): Promise<void>
  /** Returns the values of the given settings by topic. */
  settings(topics: readonly string[], names: readonly string[]): Promise<Map<string, Settings>>
  /** Returns the settings that were set for the topic itself. */
  overriddenSettings(topic: string): Promise<Settings>
  /** Sets the given settings for the topic, and resets all others to the brokers' defaults. */
  replaceSettings(topic: string, settings: Settings): Promise<void>
  /** Returns the default number of replicas, or null if this user is not permitted to read it. */
  defaultReplicationFactor(): Promise<number | null>
  /** Returns, for each partition, the first offset with this timestamp or a later one, in ms since 1970. */
  offsetsSince(topic: string, timestamp: number): Promise<Map<number, bigint>>
  /** Deletes the records of partitions before the given offsets. */
  deleteRecordsBefore(topic: string, offsets: ReadonlyMap<number, bigint>): Promise<void>
  deleteGroup(groupId: string): Promise<void>
}
