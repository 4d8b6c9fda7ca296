import type { ReactNode } from 'react'

/** Says that there is nothing, and why or what to do. */
export function Empty({ title, children }: { title: string; children?: ReactNode }): ReactNode {
  return (
    <div className="empty">
      <p>
        <b>{title}</b>
      </p>
      {children && <p>{children}</p>}
    </div>
  )
}
