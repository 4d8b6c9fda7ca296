import { useEffect, useRef, useState } from 'react'
import { changedFilters, type ExportFilters } from './export-filters.ts'

/**
 * What is being typed into the form. Where the address says something else than before, its fields follow it; what was typed
 * into others meanwhile stays.
 */
export function useDraft(given: ExportFilters): [ExportFilters, (changed: ExportFilters) => void] {
  const [draft, setDraft] = useState(given)
  const before = useRef(given)
  useEffect(() => {
    const changed = changedFilters(before.current, given)
    before.current = given
    if (Object.keys(changed).length > 0) setDraft((present) => ({ ...present, ...changed }))
  }, [given])
  return [draft, (changed) => setDraft((present) => ({ ...present, ...changed }))]
}
