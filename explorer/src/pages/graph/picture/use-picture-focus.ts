import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import { box, type Layout } from './layout.ts'

interface PictureFocus {
  focus: (id: string) => void
  onFocus: (event: FocusEvent) => void
  onBlur: () => void
}

/**
 * The focused node of a graph. If that node disappears because its expansion was undone or its box is empty, the item
 * that replaces it gets the focus. In another neighborhood, the center gets the focus.
 */
export function usePictureFocus(
  scroller: RefObject<HTMLElement | null>,
  layout: Layout,
  { root, isPending, scale }: { root: string; isPending: boolean; scale: number },
): PictureFocus {
  const last = useRef<{ column: number; row: number } | null>(null)
  const middle = ((layout.places.get(root)?.y ?? 0) + box.height / 2) * scale
  // biome-ignore lint/correctness/useExhaustiveDependencies: an expansion moves the center, but must not scroll
  useEffect(() => {
    const frame = scroller.current
    frame?.scrollTo({ left: 0, top: middle - frame.clientHeight / 2 })
  }, [root, isPending])
  useEffect(() => {
    const active = document.activeElement
    if (isNode(active) && scroller.current?.contains(active)) last.current = standOf(active.dataset.id, layout)
    if (active !== document.body || last.current === null) return
    const column = layout.columns[Math.min(last.current.column, layout.columns.length - 1)] ?? []
    focusIn(scroller.current, column[Math.min(last.current.row, column.length - 1)] ?? root)
  })
  return {
    focus: (id) => focusIn(scroller.current, id),
    onFocus: ({ target }) => {
      last.current = isNode(target) ? standOf(target.dataset.id, layout) : null
    },
    // React does not report a blur when it removes the focused element.
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
