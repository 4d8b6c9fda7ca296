import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { TokenDescription } from '@tenant-data/client'
import { useClient, useSession } from './session-context.tsx'

export type Scope = TokenDescription['credential']['scopes'][number]

/** What the token is: organization, scopes, region, expiry. Asked once for each sign-in. */
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
