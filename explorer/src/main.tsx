import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles/base.css'
import './styles/shell.css'
import './styles/parts.css'
import './styles/table.css'
import { createAppRouter } from './routes.tsx'
import { Session, takeToken } from './session/session.ts'
import { SessionProvider } from './session/session-context.tsx'

// Before anything else, so that nothing sees an address with a token.
const linked = takeToken(location, history)
const session = new Session(sessionStorage)
if (linked !== null) session.signIn(linked, { keep: false })

const root = document.getElementById('explorer')
if (root === null) throw new Error('index.html has no #explorer')
createRoot(root).render(
  <StrictMode>
    <SessionProvider session={session}>
      <RouterProvider router={createAppRouter()} />
    </SessionProvider>
  </StrictMode>,
)
