import { type CSSProperties, type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react'
import { DrawnLink, DrawnNode, LinkHeads } from './drawn.tsx'
import type { Drawn, Folded } from './fold.ts'
import { layOut, nextNode } from './layout.ts'
import { useDrag } from './use-drag.ts'
import { usePictureFocus } from './use-picture-focus.ts'
import { useZoom } from './use-zoom.ts'
import { ZoomBar } from './zoom-bar.tsx'

interface PictureProps {
  /** Distinguishes the pictures of a page. */
  name: string
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
 * A neighborhood as a graph with one column per hop. Arrow keys move between nodes, Enter opens a node, space expands
 * it, and Escape undoes the last expansion. Plus, minus, and zero zoom.
 */
export function Picture(props: PictureProps): ReactNode {
  const { name, label, folded, root, cut, expanded, chosen, onChoose, onOpen, onExpand, onUndo, isPending } = props
  const { drawn, links } = folded
  const layout = useMemo(() => layOut(drawn, links), [drawn, links])
  const scroller = useRef<HTMLElement>(null)
  const zoom = useZoom(scroller, layout, root)
  const { focus, onFocus, onBlur } = usePictureFocus(scroller, layout, { root, isPending, scale: zoom.scale })
  const drag = useDrag()
  const near = useMemo(
    () => new Set([chosen, ...links.flatMap(({ a, b }) => (a === chosen || b === chosen ? [a, b] : []))]),
    [links, chosen],
  )
  const zoomKeys: Record<string, () => void> = {
    '+': () => zoom.zoomBy(1),
    '=': () => zoom.zoomBy(1),
    '-': () => zoom.zoomBy(-1),
    '0': zoom.fit,
  }
  const onZoomKey = (event: KeyboardEvent) => {
    const change = zoomKeys[event.key]
    if (change === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    change()
    event.preventDefault()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const own = drawn.find(({ id }) => id === chosen)
    if (own === undefined || event.altKey) return
    const isChord = event.ctrlKey || event.metaKey
    const next = nextNode(event.key, chosen, layout, links)
    if (event.key === 'Escape' || (isChord && event.key.toLowerCase() === 'z')) onUndo()
    else if (isChord) return
    else if (event.key === 'Enter') onOpen(own)
    else if (event.key === ' ') onExpand(own)
    else if (next !== null) focus(next)
    else return
    event.preventDefault()
  }
  return (
    <>
      <ZoomBar zoom={zoom} />
      <section
        className="picture"
        ref={scroller}
        aria-label={`${label}, scrollable`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        tabIndex={0}
        style={{ '--picture-height': `${layout.height}px` } as CSSProperties}
        onKeyDown={onZoomKey}
        {...drag}
      >
        <svg
          role="application"
          aria-label={label}
          aria-busy={isPending}
          width={layout.width * zoom.scale}
          height={layout.height * zoom.scale}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onBlur={onBlur}
        >
          <LinkHeads picture={name} />
          {links.map((link) => {
            const [a, b] = [layout.places.get(link.a), layout.places.get(link.b)]
            const isNear = link.a === chosen || link.b === chosen
            const ends = a && b && { a, b }
            return ends && <DrawnLink key={`${link.a} ${link.b}`} {...{ picture: name, link, ...ends, isNear }} />
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
    </>
  )
}
