import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { organizationOf } from './link.ts'
import { useSession, useToken } from './session-context.tsx'

/**
 * Keeps the organization of the token in the URL, so that copied links contain it.
 * @returns the key of the organization of the opened link, if it is another one; then no data may be shown
 */
export function useLinkOrganization(): string | null {
  const { session, state } = useSession()
  const { history, navigate } = useRouter()
  const own = useToken().data?.organization.key
  useEffect(() => {
    if (own !== undefined) session.belongTo(own)
  }, [session, own])
  useEffect(
    () => history.subscribe(({ location }) => session.openLink(organizationOf(location.search))),
    [history, session],
  )
  const addressed = state.linkedTo ?? state.organization
  useEffect(() => {
    if (addressed === null || organizationOf(location.search) === addressed) return
    void navigate({ to: '.', search: true, replace: true, resetScroll: false } as never)
  }, [navigate, addressed])
  return own === undefined || state.linkedTo === own ? null : state.linkedTo
}
