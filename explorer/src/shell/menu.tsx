import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { pages } from '../pages.ts'
import { useToken } from '../session/use-token.ts'

/** Links to all pages, also to those whose scope the token lacks: each says so itself. */
export function Menu(): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const scopes = useToken().data?.credential.scopes
  return (
    <nav className="menu" aria-label="Pages">
      <button type="button" className="menu-toggle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Menu
      </button>
      <ul className={isOpen ? 'open' : undefined}>
        {pages.map(({ path, name, scope }) => {
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
      </ul>
    </nav>
  )
}
