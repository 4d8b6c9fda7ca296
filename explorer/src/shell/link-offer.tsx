import type { ReactNode } from 'react'
import { PageHead } from '../parts/page/page-head.tsx'
import type { OfferedToken } from '../session/session.ts'
import { useSession } from '../session/session-context.tsx'
import { useToken } from '../session/use-token.ts'

/** Asks before a link takes the place of the session. Its token is not used for that: only its own text is read. */
export function LinkOffer({ offered }: { offered: OfferedToken }): ReactNode {
  const { session } = useSession()
  const { organization, credential } = useToken().data ?? {}
  return (
    <div className="sign-in">
      <PageHead title="Switch to another token?" lead="You opened a link that signs in with another token." />
      <dl className="record">
        <div>
          <dt>Signed in</dt>
          <dd>
            {organization ? `${organization.name} (${organization.key})` : 'Loading …'}
            {credential && `, token ${credential.name} (${credential.id}), region ${credential.region}`}
          </dd>
        </div>
        <div>
          <dt>Link</dt>
          <dd>
            Token {offered.credentialId}, region {offered.region}
          </dd>
        </div>
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
