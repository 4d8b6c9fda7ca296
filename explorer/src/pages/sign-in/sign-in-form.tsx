import { useMutation } from '@tanstack/react-query'
import { ApiProblem, createClient } from '@tenant-data/client'
import { type ReactNode, useId, useState } from 'react'
import { PageHead } from '../../parts/page/page-head.tsx'
import { Problem } from '../../parts/page/problem.tsx'
import type { Ending } from '../../session/session.ts'
import { baseUrl, useSession } from '../../session/session-context.tsx'

const said: Record<Exclude<Ending, null>, string> = {
  refused:
    'The token is no longer accepted. It has expired or was revoked. Sign in with another token to continue where you were.',
  'signed-out':
    'You are signed out. This page no longer has the token. The token stays valid until it expires or is revoked.',
}

/** Takes a token, once the API has accepted it. It has no names and no action, so that nothing can get into an address. */
export function SignInForm({ ending }: { ending: Ending }): ReactNode {
  const { session } = useSession()
  const [token, setToken] = useState('')
  const [keep, setKeep] = useState(false)
  const ids = { token: useId(), keep: useId() }
  const signIn = useMutation({
    mutationFn: async () => {
      const text = token.trim()
      await createClient({ baseUrl, token: text, retries: 1, maxWaitMs: 5000 }).getToken()
      session.signIn(text, { keep })
    },
  })
  const { error } = signIn
  return (
    <div className="sign-in">
      <PageHead title="Sign in" lead="Use an API token to view your organization’s data." />
      {ending !== null && (
        <p className="notice" role="status">
          {said[ending]}
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
        <label className="check" htmlFor={ids.keep}>
          <input id={ids.keep} type="checkbox" checked={keep} onChange={(event) => setKeep(event.target.checked)} />
          Keep me signed in until this tab closes
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
        error && <Problem error={error} />
      )}
      <p className="quiet">
        The token stays in the memory of this page and never appears in a URL. Operators issue tokens with{' '}
        <code>tda tokens issue</code>; <code>npm start</code> prints a token for the demo.{' '}
        <a href="/docs/quickstart">Quickstart</a>
      </p>
    </div>
  )
}
