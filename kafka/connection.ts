import type { ConsumerOptions, EndOffsets, RunningConsumer } from './consumer.ts'
import type { Log } from './log.ts'
import type { Producer, ProducerOptions } from './producer.ts'
import type { TopicAdmin } from './topic-admin.ts'

/** How to reach the brokers: with TLS, Node's trusted authorities count. */
export type KafkaSettings = {
  clientId: string
  brokers: readonly string[]
  ssl: boolean
  sasl: { mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'; username: string; password: string } | null
}

/** The cluster and those topics that exist. An id changes when a topic is deleted and created again. */
export type TopicIds = { clusterId: string; ids: Map<string, string> }

/**
 * The port to Kafka: all that the service asks of a client. Opening one sends nothing yet. `test/kafka` holds what each
 * member guarantees, for every client that implements it.
 */
export type KafkaConnection = {
  /** Their addresses, as given. */
  readonly brokers: readonly string[]
  /**
   * Reads topics as a member of a consumer group, for as long as the process lives: brokers that are away, at the start
   * or later, are waited for. Offsets are the caller's: it starts each partition that is assigned to it where it likes,
   * and nothing is read of a partition before. A partition whose log has a gap, or a batch that cannot be decoded, rests
   * alone.
   */
  consume(options: ConsumerOptions): RunningConsumer
  createProducer(options?: ProducerOptions): Producer
  /**
   * Asks the brokers where the logs begin and end.
   * @throws Error when they are away or a topic does not exist.
   */
  endOffsets(topics: readonly string[]): Promise<EndOffsets[]>
  /**
   * Asks the brokers which cluster this is and which topics these are.
   * @throws Error when the brokers are away, or older than Kafka 3.1.
   */
  topicIds(topics: readonly string[]): Promise<TopicIds>
  /** Runs one task over an administrative connection of its own, which an earlier outage cannot have left in a bad state. */
  withAdmin<T>(task: (admin: TopicAdmin) => Promise<T>): Promise<T>
  /**
   * Asks again while a broker answers that it does not lead a partition: for a moment after the topic was created, or as
   * long as an election takes after a broker left, was too slow to be heard, or hung up. A topic that is not known is
   * given 1.5 s, an election 15 s.
   * @throws what `ask` throws: at once where no broker can be reached, or where waiting does not help.
   */
  untilLed<T>(ask: () => Promise<T>): Promise<T>
  /**
   * Whether an error of this connection is of the kind that passes (a broker that is away, a group that moves) rather
   * than one that a person has to fix (a wrong password, a missing right, a mistake in the code).
   */
  isTransient(error: unknown): boolean
}

/** Opens a connection with one client. */
export type OpenConnection = (settings: KafkaSettings, log: Log) => KafkaConnection
