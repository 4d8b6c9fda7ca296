import { type ReactNode, useEffect, useRef } from 'react'

interface SidePanelProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** A dialog at the side, for a whole record. Escape, its button and a click beside it close it; the focus goes back by itself. */
export function SidePanel({ title, onClose, children }: SidePanelProps): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the key of a dialog
    <dialog
      ref={dialog}
      className="side-panel"
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <div className="side-panel-body">
        <header>
          <h2>{title}</h2>
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
