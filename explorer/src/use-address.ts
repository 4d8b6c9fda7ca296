import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { type ParseSearch, tableState } from './address.ts'

/**
 * The state of a page in its URL, and a function that changes it: given fields replace existing ones, and undefined
 * removes one. A change adds a step to the history, unless it replaces the current one, as typing does.
 */
export function useAddress<State extends object>(
  parse: ParseSearch<State>,
): [State, (change: Partial<State>, options?: { replace?: boolean }) => void] {
  const raw: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const state = useMemo(() => parse(raw), [parse, raw])
  const change = useCallback(
    (changed: Partial<State>, { replace = false }: { replace?: boolean } = {}) => {
      const search = (before: Record<string, unknown>) => ({ ...tableState(before), ...parse(before), ...changed })
      // The page is the same, and its own parser validates the state.
      void navigate({ to: '.', search: search as never, replace, resetScroll: false })
    },
    [navigate, parse],
  )
  return [state, change]
}

/** Returns the URL of the same page with a changed state, for links to rows. */
export function useAddressOf<State extends object>(parse: ParseSearch<State>): (change: Partial<State>) => string {
  const { buildLocation } = useRouter()
  return useCallback(
    (changed: Partial<State>) => {
      const search = (before: Record<string, unknown>) => ({ ...tableState(before), ...parse(before), ...changed })
      return buildLocation({ to: '.', search: search as never }).href
    },
    [buildLocation, parse],
  )
}
