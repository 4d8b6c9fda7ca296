import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Layout } from './layout.ts'
import { clampZoom, fitZoom, nextZoom, wheelZoom } from './zoom.ts'

export interface Zoom {
  /** The factor by which the picture is drawn. */
  scale: number
  /** Whether the picture follows the size of its frame. */
  isFit: boolean
  zoomBy: (direction: 1 | -1) => void
  fit: () => void
}

interface Point {
  clientX: number
  clientY: number
}

/**
 * The size of a picture in its scrollable frame: at first, the whole picture is visible. Buttons, Ctrl with the wheel,
 * and two fingers change it, around the point that is used. Anything else scrolls as usual.
 * @param root the entity in the center: for another one, the whole picture is visible again
 */
export function useZoom(frame: RefObject<HTMLElement | null>, layout: Layout, root: string): Zoom {
  const [chosen, setChosen] = useState<{ root: string; scale: number } | null>(null)
  const size = useSize(frame)
  const own = chosen?.root === root ? chosen.scale : null
  const scale = own ?? (size === null ? 1 : fitZoom(layout, size))
  // Several events can arrive before the picture is drawn again.
  const next = useRef(scale)
  const anchor = useRef<(Point & { x: number; y: number }) | null>(null)
  useLayoutEffect(() => {
    next.current = scale
    const [kept, drawing] = [anchor.current, frame.current?.querySelector('svg')?.getBoundingClientRect()]
    anchor.current = null
    if (kept === null || drawing === undefined) return
    frame.current?.scrollBy({
      left: drawing.left + kept.x * drawing.width - kept.clientX,
      top: drawing.top + kept.y * drawing.height - kept.clientY,
      behavior: 'instant',
    })
  }, [scale, frame])
  const zoomTo = (wanted: number, point: Point) => {
    const drawing = frame.current?.querySelector('svg')?.getBoundingClientRect()
    if (drawing === undefined || wanted === next.current) return
    const { clientX, clientY } = point
    const [x, y] = [(clientX - drawing.left) / drawing.width, (clientY - drawing.top) / drawing.height]
    anchor.current = { clientX, clientY, x, y }
    next.current = wanted
    setChosen({ root, scale: wanted })
  }
  useGestures(frame, next, zoomTo)
  return {
    scale,
    isFit: own === null,
    zoomBy: (direction) => zoomTo(nextZoom(next.current, direction), middleOf(frame.current)),
    fit: () => setChosen(null),
  }
}

/** The size of the inside of an element. Null until it is measured. */
function useSize(frame: RefObject<HTMLElement | null>): { width: number; height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return size
}

/** The focused node if it is visible, or the middle of the frame. */
function middleOf(frame: HTMLElement | null): Point {
  const around = frame?.getBoundingClientRect() ?? new DOMRect()
  const node = frame?.querySelector('g:focus')?.getBoundingClientRect()
  const isSeen =
    node &&
    node.left >= around.left &&
    node.right <= around.right &&
    node.top >= around.top &&
    node.bottom <= around.bottom
  const { left, top, width, height } = isSeen ? node : around
  return { clientX: left + width / 2, clientY: top + height / 2 }
}

/** Zooms by Ctrl with the wheel, which is also how browsers report two fingers on a touchpad, and by two fingers. */
function useGestures(
  frame: RefObject<HTMLElement | null>,
  scale: RefObject<number>,
  zoomTo: (scale: number, point: Point) => void,
): void {
  const zoom = useRef(zoomTo)
  useEffect(() => {
    zoom.current = zoomTo
  })
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    let start: { apart: number; scale: number } | null = null
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return
      event.preventDefault()
      zoom.current(wheelZoom(scale.current, event), event)
    }
    const onTouch = (event: TouchEvent) => {
      const [one, other, ...more] = event.touches
      if (!one || !other || more.length > 0) {
        start = null
        return
      }
      if (event.cancelable) event.preventDefault()
      const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY)
      start ??= { apart, scale: scale.current }
      const middle = { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 }
      zoom.current(clampZoom((start.scale * apart) / Math.max(1, start.apart)), middle)
    }
    // React adds passive listeners, which cannot keep the browser from zooming the page.
    const options = { passive: false }
    element.addEventListener('wheel', onWheel, options)
    for (const type of touches) element.addEventListener(type, onTouch, options)
    return () => {
      element.removeEventListener('wheel', onWheel)
      for (const type of touches) element.removeEventListener(type, onTouch)
    }
  }, [frame, scale])
}

const touches = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const
