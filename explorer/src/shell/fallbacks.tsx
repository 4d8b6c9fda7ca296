import { Link, useLocation } from '@tanstack/react-router'
import type { Scope } from '@tenant-data/client'
import type { ReactNode } from 'react'
import { PageHead } from '../parts/layout.tsx'
import { Fact } from '../parts/values.tsx'
import type { OfferedToken } from '../session/link.ts'
import { useSession, useToken } from '../session/session-context.tsx'
import { useMenu } from './use-menu.ts'

/** Shown for a URL that no page has. */
export function NotFound(): ReactNode {
  return (
    <>
      <PageHead title="Page not found" lead="The Explorer has no page at this address." />
      <p>
        <Link to="/">Go to Overview</Link>
      </p>
    </>
  )
}

/** Shown instead of a page whose scope the token lacks. */
export function ScopeMissing({ scope }: { scope: Scope }): ReactNode {
  const { pathname } = useLocation()
  const name = useMenu().find(({ path }) => path === pathname)?.name ?? 'This page'
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

/** Asks before a link replaces the session. The token of the link is not sent for that: only its text is parsed. */
export function LinkOffer({ offered }: { offered: OfferedToken }): ReactNode {
  const { session } = useSession()
  const { organization, credential } = useToken().data ?? {}
  return (
    <div className="sign-in">
      <PageHead title="Switch to another token?" lead="You opened a link that signs in with another token." />
      <dl className="record">
        <Fact name="Signed in">
          {organization ? `${organization.name} (${organization.key})` : 'Loading …'}
          {credential && `, token ${credential.name} (${credential.id}), region ${credential.region}`}
        </Fact>
        <Fact name="Link">
          Token {offered.credentialId}, region {offered.region}
        </Fact>
      </dl>
      <p>
        Anyone can create such a link. If you switch, your current session ends, and you see the data of the
        organization that the token belongs to. The token in the link has not been used yet.
      </p>
      <p className="actions">
        <button type="button" className="primary" onClick={() => session.decline()}>
          Stay signed in
        </button>{' '}
        <button type="button" onClick={() => session.accept()}>
          Switch
        </button>
      </p>
    </div>
  )
}

/** Warns before data of the token is shown under a link of another organization, where codes mean other things. */
export function LinkOfOther({ organization }: { organization: string }): ReactNode {
  const { session } = useSession()
  const own = useToken().data?.organization
  return (
    <div className="sign-in">
      <PageHead
        title="Link for another organization"
        lead={`This link is for ${organization}. You are signed in to ${own?.name ?? 'another organization'}.`}
      />
      <p>If you continue, the page shows data of {own?.name}. The same code can belong to something else there.</p>
      <p className="actions">
        <button type="button" className="primary" onClick={() => session.end('left')}>
          Sign in to {organization}
        </button>{' '}
        <button type="button" onClick={() => session.openLink(null)}>
          Continue with {own?.name}
        </button>
      </p>
    </div>
  )
}
