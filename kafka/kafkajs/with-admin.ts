import type { Admin } from 'kafkajs'
import { closeWithin } from '../../process/close-within.ts'
import type { Clients } from './open-client.ts'

const CLOSE_MS = 2_000

/**
 * Runs one task over an administrative connection of its own (about 10 ms), so that an earlier outage cannot have left
 * it in a bad state.
 * @throws what kafkajs throws, after a few retries of its own.
 */
export async function withAdmin<T>(clients: Clients, task: (admin: Admin) => Promise<T>): Promise<T> {
  const client = clients.open()
  const admin = client.kafka.admin()
  try {
    await admin.connect()
    return await task(admin)
  } finally {
    await closeWithin(CLOSE_MS, () => admin.disconnect())
    client.abort()
  }
}
