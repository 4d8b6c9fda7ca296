import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { FailureBar } from '../failures/failure-bar.tsx'
import { readerZone } from '../format/times.ts'
import { Problem, Skeleton } from '../parts/states.tsx'
import { useSession, useToken } from '../session/session-context.tsx'
import { useLinkOrganization } from '../session/use-link-organization.ts'
import { LinkOffer, LinkOfOther, ScopeMissing } from './fallbacks.tsx'
import { SearchButton } from './search-button.tsx'
import { useMenu } from './use-menu.ts'

const SignInPage = lazy(async () => ({ default: (await import('../pages/sign-in/sign-in-page.tsx')).SignInPage }))

/** The frame of all pages: header, menu, and the page or what is shown instead of it. */
export function Shell(): ReactNode {
  const { pathname } = useLocation()
  const { session, state } = useSession()
  const token = useToken()
  const main = useRef<HTMLElement>(null)
  const before = useRef(pathname)
  useEffect(() => {
    if (before.current !== pathname) main.current?.focus()
    before.current = pathname
  }, [pathname])
  const { organization, credential } = token.data ?? {}
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <button type="button" className="skip" onClick={() => (firstRow() ?? main.current)?.focus()}>
        Skip to results
      </button>
      <header className="bar">
        <Link className="brand" to="/">
          Tenant Data <span>Explorer</span>
        </Link>
        {state.id !== null && state.offered === null && <SearchButton />}
        {organization && credential && (
          <p className="whose">
            <Link to="/sign-in" title="About this token">
              <b>{organization.name}</b> <span className="region">{credential.region}</span>
              {state.isByLink && <span className="quiet"> via a link</span>}
            </Link>
            <button type="button" title="In all tabs with this session" onClick={() => session.end('signed-out')}>
              Sign out
            </button>
          </p>
        )}
      </header>
      <div className={state.id === null ? 'page alone' : 'page'}>
        {state.id !== null && <Menu />}
        <main id="main" ref={main} tabIndex={-1}>
          <FailureBar />
          <Suspense fallback={<Skeleton lines={6} />}>
            <Content />
          </Suspense>
        </main>
      </div>
    </>
  )
}

/** The row or cell of the first table of the page that the Tab key reaches. Null without a table. */
function firstRow(): HTMLElement | null {
  return document.querySelector('main :is([role="row"], td, [data-cell], .drawn)[tabindex="0"]')
}

/** Sign-in replaces the content of any page, so that the URL stays the same. */
function Content(): ReactNode {
  const { state } = useSession()
  const { pathname } = useLocation()
  const token = useToken()
  const menu = useMenu()
  const linkedTo = useLinkOrganization()
  if (state.id === null) return <SignInPage />
  if (state.offered !== null) return <LinkOffer offered={state.offered} />
  if (token.isPending) return <Skeleton lines={6} />
  if (token.data === undefined) return <Problem error={token.error} onRetry={() => void token.refetch()} />
  if (linkedTo !== null) return <LinkOfOther organization={linkedTo} />
  const scope = menu.find(({ path }) => path === pathname)?.scope ?? null
  const scopes = token.data.credential.scopes
  if (scope !== null && !scopes.includes(scope)) return <ScopeMissing scope={scope} />
  return <Outlet />
}

/** Links to all pages. Pages whose scope the token lacks explain that themselves. */
function Menu(): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const menu = useMenu()
  const scopes = useToken().data?.credential.scopes
  return (
    <nav className="menu" aria-label="Pages">
      <button type="button" className="menu-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Menu
      </button>
      <ul className={isOpen ? 'open' : undefined}>
        {menu.map(({ path, name, scope }) => {
          const isLacking = scope !== null && scopes !== undefined && !scopes.includes(scope)
          return (
            <li key={path}>
              <Link
                to={path}
                activeOptions={{ exact: path === '/', includeSearch: false }}
                onClick={() => setOpen(false)}
              >
                {name}
                {isLacking && <span className="lacking"> requires {scope}</span>}
              </Link>
            </li>
          )
        })}
        <li className="menu-docs">
          <a href="/docs/">Docs</a>
        </li>
        <li className="menu-zone">Times are in {readerZone()}</li>
      </ul>
    </nav>
  )
}
