import { type ReactNode, useEffect, useState } from 'react'
import type { Palette } from '../palette/palette.tsx'

const load = () => import('../palette/palette.tsx')
const isMac = /mac|iphone|ipad/i.test(navigator.platform)

/** Opens the search by a button, by Ctrl+K or Cmd+K, and by the slash key. It is loaded when it is opened first. */
export function SearchButton(): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const [Loaded, setLoaded] = useState<typeof Palette | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  useEffect(() => {
    if (!isOpen || Loaded !== null) return
    load().then(
      (module) => {
        setFailed(false)
        setLoaded(() => module.Palette)
      },
      () => {
        setFailed(true)
        setOpen(false)
      },
    )
  }, [isOpen, Loaded])
  return (
    <>
      <button
        type="button"
        className="search-button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onPointerEnter={() => void load().catch(() => {})}
        onClick={() => setOpen(true)}
      >
        Search <kbd>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      {hasFailed && (
        <span role="status" className="quiet">
          The search could not be loaded. Try again.
        </span>
      )}
      {isOpen && Loaded !== null && <Loaded onClose={() => setOpen(false)} />}
    </>
  )
}

/** Whether keys open the search: Ctrl+K or Cmd+K anywhere, and a slash outside of fields. */
function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing, target }: KeyboardEvent): boolean {
  if (altKey || isComposing) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey
  return key === '/' && target instanceof HTMLElement && target.closest('input, select, textarea') === null
}
