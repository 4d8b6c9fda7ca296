import { type ReactNode, useEffect } from 'react'
import { spelledAs } from './find/spelling.ts'

/** A notice of the API about a list. */
interface Notice {
  code: string
  /** The filter that the notice is about. */
  name: string | null
  value: string | null
  suggestions: readonly string[]
  detail: string
}

interface NoticesProps {
  notices: readonly Notice[] | undefined
  /** Sets a filter to a suggested value. */
  onUse: (name: string, value: string, options?: { replace: true }) => void
}

/**
 * Notices of the API about a list, with buttons for the values that it suggests. A value that differs from an existing
 * one only in case, spaces, or separators is replaced by itself.
 */
export function Notices({ notices = [], onUse }: NoticesProps): ReactNode {
  useEffect(() => {
    for (const { name, value, suggestions } of notices) {
      const spelled = spelledAs(value, suggestions)
      if (name !== null && spelled !== null) onUse(name, spelled, { replace: true })
    }
  })
  return (
    <div role="status">
      {notices.map(({ code, name, detail, suggestions }) => (
        <p key={`${code} ${name}`} className="notice suggested">
          {detail}{' '}
          {name !== null &&
            suggestions.map((value) => (
              <button key={value} type="button" onClick={() => onUse(name, value)}>
                {value}
              </button>
            ))}
        </p>
      ))}
    </div>
  )
}
