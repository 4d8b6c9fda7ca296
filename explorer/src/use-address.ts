import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import type { ParseSearch } from './address.ts'

/**
 * The state of a page that stands in its address, and how to change it: fields that are given replace those that are there,
 * undefined removes one. A change is a step in the history, unless it replaces the present one, as typing does.
 */
export function useAddress<State extends object>(
  parse: ParseSearch<State>,
): [State, (change: Partial<State>, options?: { replace?: boolean }) => void] {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = useMemo(() => parse(raw), [parse, raw])
  const change = useCallback(
    (changed: Partial<State>, { replace = false }: { replace?: boolean } = {}) => {
      const search = (before: Record<string, unknown>) => ({ ...parse(before), ...changed })
      // The page is the same; what its address may hold is known to its own validator.
      void navigate({ to: '.', search: search as never, replace, resetScroll: false })
    },
    [navigate, parse],
  )
  return [state, change]
}
