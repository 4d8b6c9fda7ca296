import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pages } from '../../pages.ts'
import { CopyId } from '../../parts/marks/copy-id.tsx'
import { StatusMark } from '../../parts/marks/status-mark.tsx'
import { Time } from '../../parts/marks/time.tsx'
import { AsCode } from '../../parts/page/as-code.tsx'
import { Loaded } from '../../parts/page/loaded.tsx'
import { PageHead } from '../../parts/page/page-head.tsx'
import { useSession } from '../../session/session-context.tsx'
import { useToken } from '../../session/use-token.ts'

/** What the token is: whose data it shows, what it may do, where, and until when. */
export function TokenSummary(): ReactNode {
  const { session } = useSession()
  const token = useToken()
  return (
    <>
      <PageHead title="Your token" lead="The organization, scopes, and expiry of your token." />
      <Loaded query={token} lines={6}>
        {({ organization, credential }) => (
          <>
            <dl className="record">
              <div>
                <dt>Organization</dt>
                <dd>
                  {organization.name} <CopyId id={organization.key} />
                </dd>
              </div>
              <div>
                <dt>Token</dt>
                <dd>
                  {credential.name} <CopyId id={credential.id} />
                </dd>
              </div>
              <div>
                <dt>Region</dt>
                <dd>{credential.region}</dd>
              </div>
              <div>
                <dt>Expires</dt>
                <dd>{credential.expiresAt === null ? 'never' : <Time value={credential.expiresAt} />}</dd>
              </div>
              <div>
                <dt>Limit</dt>
                <dd>{credential.quotaPerMinute.toLocaleString('en-GB')} requests per minute</dd>
              </div>
              <div>
                <dt>Scopes</dt>
                <dd>{credential.scopes.length === 0 ? 'none' : credential.scopes.join(', ')}</dd>
              </div>
            </dl>
            <h2>Pages</h2>
            <ul className="plain-list">
              {pages.map(({ path, name, scope }) => {
                const isAllowed = scope === null || credential.scopes.includes(scope)
                return (
                  <li key={path}>
                    <Link to={path}>{name}</Link>{' '}
                    <StatusMark
                      status={isAllowed ? 'active' : 'lacking'}
                      text={isAllowed ? 'allowed' : `requires ${scope}`}
                    />
                  </li>
                )
              })}
            </ul>
            <p>
              <button type="button" onClick={() => session.end('signed-out')}>
                Sign out
              </button>
            </p>
          </>
        )}
      </Loaded>
      <AsCode calls={[{ operationId: 'getToken', input: {} }]} />
    </>
  )
}
