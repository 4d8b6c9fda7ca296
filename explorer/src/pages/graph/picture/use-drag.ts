import type { PointerEvent } from 'react'
import { useRef } from 'react'

interface Drag {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onPointerMove: (event: PointerEvent<HTMLElement>) => void
  onPointerUp: () => void
  onPointerCancel: () => void
}

/** Scrolls an element while the user drags its background with the mouse. A finger scrolls it by itself. */
export function useDrag(): Drag {
  // Browsers round scroll positions, so that the sum of small steps would differ from the movement of the pointer.
  const start = useRef<{ left: number; top: number } | null>(null)
  const end = () => {
    start.current = null
  }
  return {
    onPointerDown: ({ target, currentTarget, button, pointerType, pointerId, clientX, clientY }) => {
      // A press on the scroll bar is outside of the drawing.
      const isBackground = target instanceof SVGElement && target.closest('.drawn') === null
      if (pointerType !== 'mouse' || button !== 0 || !isBackground) return
      currentTarget.setPointerCapture(pointerId)
      start.current = { left: currentTarget.scrollLeft + clientX, top: currentTarget.scrollTop + clientY }
    },
    onPointerMove: ({ currentTarget, clientX, clientY }) => {
      if (start.current === null) return
      const { left, top } = start.current
      currentTarget.scrollTo({ left: left - clientX, top: top - clientY, behavior: 'instant' })
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
