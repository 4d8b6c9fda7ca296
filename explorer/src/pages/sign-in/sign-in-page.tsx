import type { ReactNode } from 'react'
import { useSession } from '../../session/session-context.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { TokenSummary } from './token-summary.tsx'

/** A token is pasted here; afterwards the page says what it may do. */
export function SignInPage(): ReactNode {
  const { state } = useSession()
  return state.id === null ? <SignInForm ending={state.ending} /> : <TokenSummary />
}
