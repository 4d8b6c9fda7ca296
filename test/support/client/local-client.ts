import { type Client, type ClientOptions, createClient, type SentRequest } from '../../../client/src/index.ts'
import { type Answer, type Arrived, type LocalServer, serveAnswers } from './local-server.ts'

export const TOKEN = 'tda_local_abcdefghijkl_secretsecretsecret'

export interface LocalClient {
  client: Client
  server: LocalServer
  /** The waits before retries and between polls in milliseconds; the client does not really wait. */
  waits: number[]
  sent: SentRequest[]
}

/** A client of a server whose responses the test defines; its waits resolve immediately. */
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

/** The reason of a rejected promise. @throws Error if it is fulfilled */
export async function errorOf(work: PromiseLike<unknown>): Promise<unknown> {
  const [result] = await Promise.allSettled([work])
  if (result.status === 'fulfilled') throw new Error('The promise was fulfilled')
  return result.reason
}
