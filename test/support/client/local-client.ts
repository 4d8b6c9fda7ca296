import { type Client, type ClientOptions, createClient, type SentRequest } from '../../../client/src/index.ts'
import { type Answer, type Arrived, type LocalServer, serveAnswers } from './local-server.ts'

export const TOKEN = 'tda_local_abcdefghijkl_secretsecretsecret'

export interface LocalClient {
  client: Client
  server: LocalServer
  /** How long the client waited before repetitions and between polls, in ms; no time passed. */
  waits: number[]
  sent: SentRequest[]
}

/** A client of a server that answers as a test says; it waits without waiting. */
export async function localClient(
  answerTo: (request: Arrived) => Answer | null,
  options: Partial<ClientOptions> = {},
): Promise<LocalClient> {
  const server = await serveAnswers(answerTo)
  const waits: number[] = []
  const sent: SentRequest[] = []
  const client = createClient({
    baseUrl: server.url,
    token: TOKEN,
    onRequest: (request) => sent.push(request),
    wait: async (ms) => {
      waits.push(ms)
    },
    ...options,
  })
  return { client, server, waits, sent }
}

/** What a promise is rejected with. @throws Error when it is not */
export async function errorOf(work: PromiseLike<unknown>): Promise<unknown> {
  const [result] = await Promise.allSettled([work])
  if (result.status === 'fulfilled') throw new Error('It was fulfilled')
  return result.reason
}
