import { type RegisteredRouter, useRouter } from '@tanstack/react-router'
import type { Scope } from '@tenant-data/client'

interface MenuEntry {
  path: keyof RegisteredRouter['routesByPath']
  name: string
  /** Null where parts of the page have scopes of their own. */
  scope: Scope | null
}

/** The pages of the menu, as `pages.ts` describes them. They are read from the router: pages must not import their table. */
export function useMenu(): readonly MenuEntry[] {
  const { routesByPath } = useRouter()
  return Object.values(routesByPath).flatMap(({ fullPath, options: { staticData } }) =>
    staticData?.menu === undefined ? [] : [{ path: fullPath, name: staticData.menu, scope: staticData.scope ?? null }],
  )
}
