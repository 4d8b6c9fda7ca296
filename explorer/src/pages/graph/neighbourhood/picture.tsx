import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { DrawnLink, DrawnNode, LinkHeads } from './drawn.tsx'
import type { Drawn, Folded } from './fold.ts'
import { box, type Layout, layOut, nextNode } from './layout.ts'

interface PictureProps {
  label: string
  folded: Folded
  root: string
  cut: ReadonlySet<string>
  expanded: ReadonlySet<string>
  chosen: string
  onChoose: (id: string) => void
  onOpen: (drawn: Drawn) => void
  onExpand: (drawn: Drawn) => void
  onUndo: () => void
  /** True until everything is loaded. */
  isPending: boolean
}

/**
 * A neighborhood as a graph with one column per hop. Arrow keys move between nodes, Enter opens a node, plus or space
 * expands it, and Escape undoes the last expansion.
 */
export function Picture(props: PictureProps): ReactNode {
  const { label, folded, root, cut, expanded, chosen, onChoose, onOpen, onExpand, onUndo, isPending } = props
  const { drawn, links } = folded
  const layout = useMemo(() => layOut(drawn, links), [drawn, links])
  const { scroller, focus, onFocus, onBlur } = usePictureFocus(layout, root, isPending)
  const near = useMemo(
    () => new Set([chosen, ...links.flatMap(({ a, b }) => (a === chosen || b === chosen ? [a, b] : []))]),
    [links, chosen],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const own = drawn.find(({ id }) => id === chosen)
    if (own === undefined || event.altKey) return
    const isChord = event.ctrlKey || event.metaKey
    const next = nextNode(event.key, chosen, layout, links)
    if (event.key === 'Escape' || (isChord && event.key.toLowerCase() === 'z')) onUndo()
    else if (isChord) return
    else if (event.key === 'Enter') onOpen(own)
    else if (['+', '=', ' '].includes(event.key)) onExpand(own)
    else if (next !== null) focus(next)
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
    <section className="picture" ref={scroller} aria-label={`${label}, scrollable`} tabIndex={0}>
      <svg
        role="application"
        aria-label={label}
        aria-busy={isPending}
        width={layout.width}
        height={layout.height}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        <LinkHeads />
        {links.map((link) => {
          const [a, b] = [layout.places.get(link.a), layout.places.get(link.b)]
          const isNear = link.a === chosen || link.b === chosen
          return a && b && <DrawnLink key={`${link.a} ${link.b}`} link={link} a={a} b={b} isNear={isNear} />
        })}
        {drawn.map((one) => {
          const place = layout.places.get(one.id)
          return (
            place && (
              <DrawnNode
                key={one.id}
                drawn={one}
                place={place}
                isChosen={one.id === chosen}
                isCut={cut.has(one.id)}
                isExpanded={expanded.has(one.id)}
                isNear={near.has(one.id)}
                onChoose={onChoose}
                onOpen={onOpen}
              />
            )
          )
        })}
      </svg>
    </section>
  )
}

interface PictureFocus {
  scroller: RefObject<HTMLElement | null>
  focus: (id: string) => void
  onFocus: (event: FocusEvent) => void
  onBlur: () => void
}

/**
 * The focused node of a graph. If that node disappears because its expansion was undone or its box is empty, the item
 * that replaces it gets the focus. In another neighborhood, the center gets the focus.
 */
function usePictureFocus(layout: Layout, root: string, isPending: boolean): PictureFocus {
  const scroller = useRef<HTMLElement>(null)
  const last = useRef<{ column: number; row: number } | null>(null)
  const top = layout.places.get(root)?.y ?? 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: an expansion moves the center, but must not scroll
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
