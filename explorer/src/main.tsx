import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createAppRouter } from './pages.ts'
import { takeToken } from './session/link.ts'
import { openBrowserSession } from './session/open-session.ts'
import { SessionProvider } from './session/session-context.tsx'
import './styles/base.css'
import './styles/shell.css'
import './styles/parts.css'
import './styles/table.css'

// Runs first, so that no other code sees a URL with a token.
const linked = takeToken(location, history)

const root = document.getElementById('explorer')
if (root === null) throw new Error('index.html has no #explorer')
const session = await openBrowserSession(linked)
createRoot(root).render(
  <StrictMode>
    <SessionProvider session={session}>
      <RouterProvider router={createAppRouter(session)} />
    </SessionProvider>
  </StrictMode>,
)
