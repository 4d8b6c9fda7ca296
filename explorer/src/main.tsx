import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createAppRouter } from './pages.ts'
import { Session, takeToken } from './session/session.ts'
import { SessionProvider } from './session/session-context.tsx'
import './styles/base.css'
import './styles/shell.css'
import './styles/parts.css'
import './styles/table.css'

// Runs first, so that no other code sees a URL with a token.
const linked = takeToken(location, history)
const session = new Session(sessionStorage)
if (linked !== null) session.offer(linked)
// A link with a token that is opened in the current page changes only the fragment, and does not load the page again.
addEventListener('hashchange', () => {
  const token = takeToken(location, history)
  if (token !== null) session.offer(token)
})

const root = document.getElementById('explorer')
if (root === null) throw new Error('index.html has no #explorer')
createRoot(root).render(
  <StrictMode>
    <SessionProvider session={session}>
      <RouterProvider router={createAppRouter()} />
    </SessionProvider>
  </StrictMode>,
)
