import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pages } from '../pages.ts'
import { PageHead } from '../parts/page/page-head.tsx'
import type { Scope } from '../session/use-token.ts'

/** In the place of a page that the token may not see. */
export function ScopeMissing({ scope }: { scope: Scope }): ReactNode {
  const { pathname } = useLocation()
  const name = pages.find(({ path }) => path === pathname)?.name ?? 'This page'
  return (
    <>
      <PageHead title={name} lead={`This page requires the scope ${scope}, which your token does not have.`} />
      <p>
        Ask the operator who issued your token for a token with <code>{scope}</code>, and sign in with it.{' '}
        <a href="/docs/problems/insufficient_scope">About scopes</a>
      </p>
    </>
  )
}
