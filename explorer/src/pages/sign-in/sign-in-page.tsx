import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiProblem, createClient } from '@tenant-data/client'
import { type ReactNode, useId, useState } from 'react'
import { formatNumber } from '../../format/numbers.ts'
import { AsCode } from '../../parts/as-code.tsx'
import { PageHead } from '../../parts/layout.tsx'
import { StatusMark } from '../../parts/marks.tsx'
import { Loaded, Problem } from '../../parts/states.tsx'
import { CopyId, Fact, Time } from '../../parts/values.tsx'
import type { Ending } from '../../session/session.ts'
import { baseUrl, useSession, useToken } from '../../session/session-context.tsx'
import { useMenu } from '../../shell/use-menu.ts'

/** A form for a token. After sign-in, the page shows what the token may do. */
export function SignInPage(): ReactNode {
  const { state } = useSession()
  return state.id === null ? <SignInForm ending={state.ending} linkedTo={state.linkedTo} /> : <TokenSummary />
}

const endings: Record<'refused' | 'signed-out', string> = {
  refused:
    'The token is no longer accepted. It has expired or was revoked. Sign in with another token to continue where you were.',
  'signed-out':
    'You are signed out in all tabs of this session, and they no longer have the token. The token stays valid until it expires or is revoked.',
}

interface SignInFormProps {
  ending: Ending
  /** The organization of the link that was opened. */
  linkedTo: string | null
}

/**
 * Signs in once the API has accepted the token. The form has no action and its fields no names, so no URL can get them.
 */
function SignInForm({ ending, linkedTo }: SignInFormProps): ReactNode {
  const { session } = useSession()
  const [token, setToken] = useState('')
  const [isBrief, setBrief] = useState(false)
  const ids = { token: useId(), brief: useId() }
  const signIn = useMutation({
    mutationFn: async () => {
      const text = token.trim()
      await createClient({ baseUrl, token: text, retries: 1, maxWaitMs: 5000 }).getToken()
      session.signIn(text, { keep: !isBrief })
    },
  })
  const { error } = signIn
  return (
    <div className="sign-in">
      <PageHead title="Sign in" lead="Use an API token to view your organization’s data." />
      {ending !== null && ending !== 'left' && (
        <p className="notice" role="status">
          {endings[ending]}
        </p>
      )}
      {linkedTo !== null && (
        <p className="notice">
          This link is for <b>{linkedTo}</b>. Sign in with a token of that organization.
        </p>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          signIn.mutate()
        }}
      >
        <label htmlFor={ids.token}>Token</label>
        <input
          id={ids.token}
          type="password"
          autoComplete="off"
          spellCheck={false}
          required
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
        <label className="check" htmlFor={ids.brief}>
          <input
            id={ids.brief}
            type="checkbox"
            checked={isBrief}
            onChange={(event) => setBrief(event.target.checked)}
          />
          Sign out on reload, and don’t share with other tabs
        </label>
        <button type="submit" className="primary" disabled={signIn.isPending}>
          {signIn.isPending ? 'Signing in …' : 'Sign in'}
        </button>
      </form>
      {error instanceof ApiProblem && error.code === 'invalid_token' ? (
        <p className="notice bad" role="alert">
          The API does not accept this token. It is incomplete, has expired, or was revoked.
        </p>
      ) : (
        error && <Problem isOwn error={error} />
      )}
      <p className="quiet">
        The browser keeps the token until you sign out or close the tab, and new tabs get it from open ones. It never
        appears in a URL. Operators issue tokens with <code>tda tokens issue</code>; <code>npm start</code> prints a
        token for the demo. <a href="/docs/quickstart">Quickstart</a>
      </p>
    </div>
  )
}

/** The organization, the scopes, the region, and the expiry of the token. */
function TokenSummary(): ReactNode {
  const { session } = useSession()
  const token = useToken()
  const menu = useMenu()
  return (
    <>
      <PageHead title="Your token" lead="The organization, scopes, and expiry of your token." />
      <Loaded query={token} lines={6}>
        {({ organization, credential }) => (
          <>
            <dl className="record">
              <Fact name="Organization">
                {organization.name} <CopyId id={organization.key} />
              </Fact>
              <Fact name="Token">
                {credential.name} <CopyId id={credential.id} />
              </Fact>
              <Fact name="Region">{credential.region}</Fact>
              <Fact name="Expires">
                {credential.expiresAt === null ? 'never' : <Time value={credential.expiresAt} />}
              </Fact>
              <Fact name="Limit">
                {formatNumber(credential.quotaPerMinute)} requests per minute
                {organization.quotaPerMinute !== null &&
                  `, and ${formatNumber(organization.quotaPerMinute)} of all tokens of the organization together`}
              </Fact>
              <Fact name="Scopes">{credential.scopes.length === 0 ? 'none' : credential.scopes.join(', ')}</Fact>
            </dl>
            <h2>Pages</h2>
            <ul className="plain-list">
              {menu.map(({ path, name, scope }) => {
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
