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

// Before anything else, so that nothing sees an address with a token.
const linked = takeToken(location, history)
const session = new Session(sessionStorage)
if (linked !== null) session.offer(linked)
// A link to the page that is open already loads nothing anew.
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
