import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent as lazy,
  type RouteComponent,
} from '@tanstack/react-router'
import type { Scope } from '@tenant-data/client'
import { type ParseSearch, parseAddress, writeAddress } from './address.ts'
import { changesSearch } from './pages/changes/changes-search.ts'
import { exportsSearch } from './pages/exports/exports-search.ts'
import { freshnessSearch } from './pages/freshness/freshness-search.ts'
import { graphSearch } from './pages/graph/graph-search.ts'
import { ingestSearch } from './pages/ingest/ingest-search.ts'
import { materialsSearch } from './pages/materials/materials-search.ts'
import { requirementsSearch } from './pages/requirements/requirements-search.ts'
import { yieldsSearch } from './pages/yields/yields-search.ts'
import { ORGANIZATION } from './session/link.ts'
import type { Session } from './session/session.ts'
import { NotFound } from './shell/fallbacks.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  // Every link depends on the organization. Without a middleware, the router would not build some links again.
  search: { middlewares: [({ search, next }) => next(search)] },
})

interface PageDescription<State extends object> {
  /** The name of the page in the menu. A page without a name is not in the menu. */
  menu?: string
  /** The scope that the whole page needs. Absent if parts of the page need different scopes. */
  scope?: Scope
  /** Parses the state of the page from its URL. */
  search?: ParseSearch<State>
  /** Loaded when the page is opened. */
  component: RouteComponent
}

function page<const Path extends string, State extends object = Record<never, never>>(
  path: Path,
  { menu, scope, search, component }: PageDescription<State>,
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    // Without a parser, the router accepts any URL.
    validateSearch: search as ParseSearch<State>,
    component,
    staticData: { ...(menu !== undefined && { menu }), ...(scope !== undefined && { scope }) },
  })
}

/** All pages, in the order of the menu. The routes, the menu, links, and the check of scopes use this list. */
const tree = root.addChildren([
  page('/', {
    menu: 'Overview',
    component: lazy(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
  }),
  page('/changes', {
    menu: 'BOM changes',
    scope: 'bom:read',
    search: changesSearch,
    component: lazy(() => import('./pages/changes/changes-page.tsx'), 'ChangesPage'),
  }),
  page('/yields', {
    menu: 'Yields',
    scope: 'bom:read',
    search: yieldsSearch,
    component: lazy(() => import('./pages/yields/yields-page.tsx'), 'YieldsPage'),
  }),
  page('/requirements', {
    menu: 'Order needs',
    scope: 'bom:read',
    search: requirementsSearch,
    component: lazy(() => import('./pages/requirements/requirements-page.tsx'), 'RequirementsPage'),
  }),
  page('/graph', {
    menu: 'Graph',
    scope: 'graph:read',
    search: graphSearch,
    component: lazy(() => import('./pages/graph/graph-page.tsx'), 'GraphPage'),
  }),
  page('/materials', {
    menu: 'Materials',
    scope: 'materials:read',
    search: materialsSearch,
    component: lazy(() => import('./pages/materials/materials-page.tsx'), 'MaterialsPage'),
  }),
  page('/freshness', {
    menu: 'Freshness',
    scope: 'materials:read',
    search: freshnessSearch,
    component: lazy(() => import('./pages/freshness/freshness-page.tsx'), 'FreshnessPage'),
  }),
  page('/exports', {
    menu: 'Exports',
    scope: 'exports:create',
    search: exportsSearch,
    component: lazy(() => import('./pages/exports/exports-page.tsx'), 'ExportsPage'),
  }),
  page('/ingest', {
    menu: 'Ingest',
    scope: 'ingest:read',
    search: ingestSearch,
    component: lazy(() => import('./pages/ingest/ingest-page.tsx'), 'IngestPage'),
  }),
  page('/sign-in', {
    component: lazy(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
  }),
])

/**
 * The router of the pages below `/explorer`. The state in a URL is plain text, as in the URLs of the API. Each URL also
 * names the organization, which no page reads.
 */
export function createAppRouter(session: Session) {
  return createRouter({
    routeTree: tree,
    basepath: '/explorer',
    parseSearch: (search) => {
      const { [ORGANIZATION]: _organization, ...state } = parseAddress(search)
      return state
    },
    stringifySearch: (state) => {
      const { linkedTo, organization } = session.state()
      return writeAddress({ ...state, [ORGANIZATION]: linkedTo ?? organization })
    },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    menu?: string
    scope?: Scope
  }
}
