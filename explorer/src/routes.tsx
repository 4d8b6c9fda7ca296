import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { parseAddress, writeAddress } from './address.ts'
import { changesSearch } from './pages/changes/changes-search.ts'
import { exportsSearch } from './pages/exports/exports-search.ts'
import { freshnessSearch } from './pages/freshness/freshness-search.ts'
import { graphSearch } from './pages/graph/graph-search.ts'
import { ingestSearch } from './pages/ingest/ingest-search.ts'
import { materialsSearch } from './pages/materials/materials-search.ts'
import { yieldsSearch } from './pages/yields/yields-search.ts'
import { NotFound } from './shell/fallbacks.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })
const at = <const Path extends string>(path: Path) => ({ getParentRoute: () => root, path })

/** Every page: its path, the state that its address may hold, and its component, which is loaded when it is opened. */
const tree = root.addChildren([
  createRoute({
    ...at('/'),
    component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    ...at('/changes'),
    validateSearch: changesSearch,
    component: lazyRouteComponent(() => import('./pages/changes/changes-page.tsx'), 'ChangesPage'),
  }),
  createRoute({
    ...at('/yields'),
    validateSearch: yieldsSearch,
    component: lazyRouteComponent(() => import('./pages/yields/yields-page.tsx'), 'YieldsPage'),
  }),
  createRoute({
    ...at('/graph'),
    validateSearch: graphSearch,
    component: lazyRouteComponent(() => import('./pages/graph/graph-page.tsx'), 'GraphPage'),
  }),
  createRoute({
    ...at('/materials'),
    validateSearch: materialsSearch,
    component: lazyRouteComponent(() => import('./pages/materials/materials-page.tsx'), 'MaterialsPage'),
  }),
  createRoute({
    ...at('/freshness'),
    validateSearch: freshnessSearch,
    component: lazyRouteComponent(() => import('./pages/freshness/freshness-page.tsx'), 'FreshnessPage'),
  }),
  createRoute({
    ...at('/exports'),
    validateSearch: exportsSearch,
    component: lazyRouteComponent(() => import('./pages/exports/exports-page.tsx'), 'ExportsPage'),
  }),
  createRoute({
    ...at('/ingest'),
    validateSearch: ingestSearch,
    component: lazyRouteComponent(() => import('./pages/ingest/ingest-page.tsx'), 'IngestPage'),
  }),
  createRoute({
    ...at('/sign-in'),
    component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
  }),
])

/** The router of the pages below `/explorer`; the state of an address is plain text, as in the addresses of the API. */
export function createAppRouter() {
  return createRouter({
    routeTree: tree,
    basepath: '/explorer',
    parseSearch: parseAddress,
    stringifySearch: writeAddress,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
