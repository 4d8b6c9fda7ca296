import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import type { Scope } from '@tenant-data/client'

interface MenuEntry {
  path: keyof RegisteredRouter['routesByPath']
  name: string
  /** The scope of the page. Null if parts of the page need different scopes. */
  scope: Scope | null
}

/** The menu entries of `pages.ts`, read from the router, because pages must not import the table that imports them. */
export function useMenu(): readonly MenuEntry[] {
  const { routesByPath } = useRouter()
  return Object.values(routesByPath).flatMap(({ fullPath, options: { staticData } }) =>
    staticData?.menu === undefined ? [] : [{ path: fullPath, name: staticData.menu, scope: staticData.scope ?? null }],
  )
}
