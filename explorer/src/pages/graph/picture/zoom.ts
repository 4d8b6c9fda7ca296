interface Size {
  width: number
  height: number
}

const limits = { least: 0.1, most: 2.5 }
/** The factors that the buttons and keys lead to. */
const steps = [0.1, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 1, 1.25, 1.5, 2, 2.5]

/** A factor within the limits. */
export function clampZoom(zoom: number): number {
  return Math.min(limits.most, Math.max(limits.least, zoom))
}

/** The factor by which the whole picture is visible. It does not enlarge a small picture. */
export function fitZoom(picture: Size, frame: Size): number {
  const whole = Math.min(frame.width / picture.width, frame.height / picture.height, 1)
  // Rounded up, the picture would be larger than its frame, and have scroll bars.
  return clampZoom(Math.floor(whole * 1000) / 1000)
}

/** The next larger step, or the next smaller one for -1. The same factor at a limit. */
export function nextZoom(zoom: number, direction: 1 | -1): number {
  const next = direction > 0 ? steps.find((step) => step > zoom) : steps.findLast((step) => step < zoom)
  return next ?? zoom
}

/** Pixels in a line of text, in which some devices measure the turn of a wheel. */
const LINE = 16

/** The factor after a turn of a wheel, or after the movement of two fingers that browsers report as one. */
export function wheelZoom(zoom: number, { deltaY, deltaMode }: { deltaY: number; deltaMode: number }): number {
  const pixels = deltaMode === 0 ? deltaY : deltaY * LINE
  return clampZoom(zoom * Math.exp(-Math.min(100, Math.max(-100, pixels)) / 250))
}
