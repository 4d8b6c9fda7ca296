import type { ConsumerOptions, EndOffsets, RunningConsumer } from './consumer.ts'
import type { Log } from './log.ts'
import type { Producer, ProducerOptions } from './producer.ts'
import type { TopicAdmin } from './topic-admin.ts'

/** How to reach the brokers. With TLS, Node's trusted certificate authorities apply. */
export type KafkaSettings = {
  clientId: string
  brokers: readonly string[]
  ssl: boolean
  /** Files in PEM, which may be replaced while the process runs. */
  clientCertificate: { certFile: string; keyFile: string } | null
  sasl: PasswordLogin | TokenLogin | null
}

export type PasswordLogin = {
  mechanism: 'plain' | 'scram-sha-256' | 'scram-sha-512'
  username: string
  password: string
}

export type TokenLogin = {
  mechanism: 'oauthbearer'
  /** Returns a valid token. Called for each login. @throws TokenNotIssued */
  token(): Promise<string>
}

/** The cluster ID and the IDs of existing topics by name. An ID changes when a topic is deleted and created again. */
export type TopicIds = { clusterId: string; ids: Map<string, string> }

/**
 * The port to Kafka: everything that the service uses of a Kafka client. Opening a connection sends nothing yet. The
 * tests in `test/kafka` define the guarantees of each member, for any client that implements the port.
 */
export type KafkaConnection = {
  /** The addresses of the brokers, as configured. */
  readonly brokers: readonly string[]
  /**
   * Reads topics as a member of a consumer group for the life of the process. It retries while brokers are unavailable,
   * at the start or later. The caller stores the offsets: it starts each assigned partition at an offset of its choice,
   * and nothing of a partition is read before. A partition with a gap, or with a batch that cannot be decoded, pauses
   * alone.
   */
  consume(options: ConsumerOptions): RunningConsumer
  createProducer(options?: ProducerOptions): Producer
  /**
   * Reads the first and the next offset of each partition.
   * @throws Error when the brokers are unavailable or a topic does not exist
   */
  endOffsets(topics: readonly string[]): Promise<EndOffsets[]>
  /**
   * Reads the IDs of the cluster and of topics.
   * @throws Error when the brokers are unavailable, or older than Kafka 3.1
   */
  topicIds(topics: readonly string[]): Promise<TopicIds>
  /** Runs one task over its own administrative connection, which an earlier outage cannot have left in a bad state. */
  withAdmin<T>(task: (admin: TopicAdmin) => Promise<T>): Promise<T>
  /**
   * Retries `ask` while a partition has no reachable leader: shortly after its topic was created, or during an election
   * after a broker stopped, became slow, or closed the connection. Retries for 1.5 s if the topic is unknown, and for
   * 15 s during an election.
   * @throws the error of `ask`: immediately if no broker can be reached, or if waiting does not help
   */
  untilLed<T>(ask: () => Promise<T>): Promise<T>
  /**
   * Whether an error of this connection is temporary (an unavailable broker, a rebalancing group), rather than one that
   * a person has to fix (a wrong password, a missing permission, a programming error).
   */
  isTransient(error: unknown): boolean
}

/** Opens a connection with one implementation of the port. */
export type OpenConnection = (settings: KafkaSettings, log: Log) => KafkaConnection
