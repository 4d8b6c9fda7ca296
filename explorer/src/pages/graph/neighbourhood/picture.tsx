import { type KeyboardEvent, type ReactNode, useMemo } from 'react'
import { DrawnLink, LinkHeads } from './drawn-link.tsx'
import { DrawnNode } from './drawn-node.tsx'
import type { Drawn, Folded } from './fold.ts'
import { layOut } from './neighbourhood-layout.ts'
import { nextNode } from './next-node.ts'
import { usePictureFocus } from './use-picture-focus.ts'

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
  /** Until everything was read. */
  isPending: boolean
}

/**
 * A neighbourhood by columns of hops. The arrows lead from node to node; Enter opens one, plus or the space bar expands it, and
 * Escape undoes the last expansion.
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
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
