import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import { box, type Layout } from './neighbourhood-layout.ts'

interface PictureFocus {
  scroller: RefObject<HTMLElement | null>
  focus: (id: string) => void
  onFocus: (event: FocusEvent) => void
  onBlur: () => void
}

/**
 * Where the focus stands in a picture. When what has it goes, because its expansion was undone or its box is empty, what takes
 * its place gets the focus. Another neighbourhood is looked at from its middle.
 */
export function usePictureFocus(layout: Layout, root: string, isPending: boolean): PictureFocus {
  const scroller = useRef<HTMLElement>(null)
  const last = useRef<{ column: number; row: number } | null>(null)
  const top = layout.places.get(root)?.y ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: an expansion moves the middle, but nobody's look
  useEffect(() => {
    const frame = scroller.current
    frame?.scrollTo({ left: 0, top: top - (frame.clientHeight - box.height) / 2 })
  }, [root, isPending])
  useEffect(() => {
    const active = document.activeElement
    if (isNode(active) && scroller.current?.contains(active)) last.current = standOf(active.dataset.id, layout)
    if (active !== document.body || last.current === null) return
    const column = layout.columns[Math.min(last.current.column, layout.columns.length - 1)] ?? []
    focusIn(scroller.current, column[Math.min(last.current.row, column.length - 1)] ?? root)
  })
  return {
    scroller,
    focus: (id) => focusIn(scroller.current, id),
    onFocus: ({ target }) => {
      last.current = isNode(target) ? standOf(target.dataset.id, layout) : null
    },
    // React tells nothing of a blur by its own removal of what had the focus.
    onBlur: () => {
      last.current = null
    },
  }
}

const isNode = (element: Element | null) => element instanceof SVGGElement

function standOf(id: string | undefined, { columns }: Layout): { column: number; row: number } | null {
  const column = columns.findIndex((ids) => id !== undefined && ids.includes(id))
  return column < 0 || id === undefined ? null : { column, row: columns[column]?.indexOf(id) ?? 0 }
}

function focusIn(frame: HTMLElement | null, id: string): void {
  const node = frame?.querySelector<SVGGElement>(`[data-id="${CSS.escape(id)}"]`)
  node?.focus({ preventScroll: true })
  node?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
