import type { ReactNode } from 'react'

/** A part of a page with its own head: a title, which may be a link, and what it says in short. */
export function Card({
  title,
  aside,
  children,
}: {
  title: ReactNode
  aside?: ReactNode
  children: ReactNode
}): ReactNode {
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
        {aside && <span className="aside">{aside}</span>}
      </header>
      {children}
    </section>
  )
}
