import {
  MutationCache,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { ApiProblem, type Client, createClient, type Scope, type TokenDescription } from '@tenant-data/client'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Session, SessionState } from './session.ts'

interface SessionContext {
  session: Session
  state: SessionState
  client: Client
}

const Context = createContext<SessionContext | null>(null)

/** The base URL of the API, which serves these pages. */
export const baseUrl = location.origin

/** The client retries safe requests by itself, up to this number of times. Pages report longer waits themselves. */
const RETRIES = 1

/** Provides the session, and for each sign-in a client and a cache of its own. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }): ReactNode {
  const state = useSyncExternalStore(session.subscribe, session.state)
  const { client, queries } = useMemo(() => openSession(session, state.id), [session, state.id])
  // Nothing of an ended session stays in memory.
  useEffect(() => () => queries.clear(), [queries])
  const value = useMemo(() => ({ session, state, client }), [session, state, client])
  return (
    <Context value={value}>
      {/* A component that stayed would also keep its query, which belongs to the client of the previous sign-in. */}
      <QueryClientProvider key={state.id} client={queries}>
        {children}
      </QueryClientProvider>
    </Context>
  )
}

/** The milliseconds after which a request fails. The API itself gives up earlier. */
const LIMIT_MS = 45_000

const limited: typeof fetch = (url, init) => {
  const limit = AbortSignal.timeout(LIMIT_MS)
  return fetch(url, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit })
}

function openSession(session: Session, id: number | null) {
  const client = createClient({
    baseUrl,
    token: () => session.token(),
    retries: RETRIES,
    maxWaitMs: 2000,
    fetch: limited,
  })
  const onError = (error: Error) => {
    if (error instanceof ApiProblem && error.code === 'invalid_token') session.end('refused', id)
  }
  const queries = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false, staleTime: 60_000 },
      mutations: { retry: false },
    },
  })
  return { client, queries }
}

function useSessionContext(): SessionContext {
  const context = useContext(Context)
  if (context === null) throw new Error('There is no SessionProvider above')
  return context
}

/** The current session, with functions to sign in and out. */
export function useSession(): Pick<SessionContext, 'session' | 'state'> {
  return useSessionContext()
}

/** The client of the current sign-in. */
export function useClient(): Client {
  return useSessionContext().client
}

/** The organization, scopes, region, and expiry of the token, requested once per sign-in. */
export function useToken(): UseQueryResult<TokenDescription> {
  const client = useClient()
  const { state } = useSession()
  return useQuery({
    queryKey: ['getToken'],
    queryFn: async ({ signal }) => (await client.getToken({}, { signal })).data,
    enabled: state.id !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Whether the token has a scope. False until that is loaded. */
export function useHasScope(scope: Scope): boolean {
  return useToken().data?.credential.scopes.includes(scope) ?? false
}
