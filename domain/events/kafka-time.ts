/** Times of records are served, and added to: one of four digits stays one. */
const LATEST = Date.UTC(9998, 11, 31)

/**
 * Kafka's timestamp of a record, in milliseconds since 1970, as RFC 3339 in UTC. A producer may give its records any
 * number, also one that no date has: it becomes the nearest that can be used.
 */
export function kafkaTime(timestamp: number): string {
  return new Date(Math.min(Math.max(timestamp, 0), LATEST)).toISOString()
}
