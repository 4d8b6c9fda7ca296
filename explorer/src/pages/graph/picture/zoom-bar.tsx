import type { ReactNode } from 'react'
import { formatPercent } from '../../../format/numbers.ts'
import type { Zoom } from './use-zoom.ts'
import { nextZoom } from './zoom.ts'

/** The buttons that change the size of the picture. */
export function ZoomBar({ zoom: { scale, isFit, zoomBy, fit } }: { zoom: Zoom }): ReactNode {
  return (
    <fieldset className="zoom-bar">
      <legend className="visually-hidden">Zoom</legend>
      <ZoomButton name="Zoom out" sign="−" isLast={nextZoom(scale, -1) === scale} onClick={() => zoomBy(-1)} />
      <output>{formatPercent(String(Math.round(scale * 100)))}</output>
      <ZoomButton name="Zoom in" sign="+" isLast={nextZoom(scale, 1) === scale} onClick={() => zoomBy(1)} />
      <button type="button" aria-pressed={isFit} aria-keyshortcuts="0" title="Show the whole picture (0)" onClick={fit}>
        Fit
      </button>
    </fieldset>
  )
}

interface ZoomButtonProps {
  name: string
  sign: string
  isLast: boolean
  onClick: () => void
}

function ZoomButton({ name, sign, isLast, onClick }: ZoomButtonProps): ReactNode {
  return (
    <button
      type="button"
      aria-label={name}
      aria-keyshortcuts={sign === '+' ? '+' : '-'}
      title={`${name} (${sign})`}
      aria-disabled={isLast}
      onClick={onClick}
    >
      {sign}
    </button>
  )
}
