import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Palette } from '../palette/palette.tsx'

const load = () => import('../palette/palette.tsx')
const isMac = /mac|iphone|ipad/i.test(navigator.platform)

/**
 * Opens the search by a button, by Ctrl+K or Cmd+K, and by the slash key. It is loaded after the page and before it is
 * opened, so that it receives every key that follows the shortcut.
 */
export function SearchButton(): ReactNode {
  // A number for each opening, because the event that a dialog was closed can come after the search was opened again.
  const [opening, setOpening] = useState<number | null>(null)
  const count = useRef(0)
  const [Loaded, setLoaded] = useState<typeof Palette | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const open = useCallback(() => {
    if (document.querySelector('dialog.palette[open]') !== null) return
    count.current += 1
    setOpening(count.current)
  }, [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      open()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [open])
  const prepare = useCallback(async () => {
    const { Palette: loaded } = await load()
    setFailed(false)
    setLoaded(() => loaded)
  }, [])
  useEffect(() => {
    prepare().catch(() => {})
  }, [prepare])
  useEffect(() => {
    if (opening === null || Loaded !== null) return
    prepare().catch(() => {
      setFailed(true)
      setOpening(null)
    })
  }, [opening, Loaded, prepare])
  return (
    <>
      <button
        type="button"
        className="search-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={open}
      >
        Search <kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {hasFailed && (
        <span role="status" className="quiet">
          The search could not be loaded. Try again.
        </span>
      )}
      {opening !== null && Loaded !== null && (
        <Loaded key={opening} onClose={() => setOpening((current) => (current === opening ? null : current))} />
      )}
    </>
  )
}

/** Whether keys open the search: Ctrl+K or Cmd+K anywhere, and a slash outside of fields. */
function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing, target }: KeyboardEvent): boolean {
  if (altKey || isComposing) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey
  return key === '/' && target instanceof HTMLElement && target.closest('input, select, textarea') === null
}
