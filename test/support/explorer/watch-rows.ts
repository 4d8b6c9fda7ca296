import type { Page } from 'playwright-core'

/** Observations of the rows of a table in each frame. */
export interface WatchedRows {
  /** Gaps between visible rows, and rows without text, with their positions. */
  blanks(): Promise<string[]>
  /** Resolves after the next frame was observed. */
  nextFrame(): Promise<void>
}

/**
 * Checks in each frame that the visible part of a table is full of rows with text. `beforeScript` also checks a
 * scrolled table before any script has run: rows around the visible ones must already exist.
 */
export async function watchRows(page: Page, { beforeScript }: { beforeScript: boolean }): Promise<WatchedRows> {
  await page.evaluate(`(() => {
    const scroller = document.querySelector('.table-scroller')
    const seen = (window.seenRows = { blanks: [] })
    const look = (when) => {
      const top = scroller.querySelector('.table-head').getBoundingClientRect().bottom
      const body = scroller.querySelector('.table-body').getBoundingClientRect()
      const bottom = Math.min(scroller.getBoundingClientRect().top + scroller.clientHeight, body.bottom)
      const rows = [...scroller.querySelectorAll('.table-body [role=row]')]
        .map((row) => ({ row, box: row.getBoundingClientRect() }))
        .filter(({ box }) => box.bottom > top && box.top < bottom)
        .sort((a, b) => a.box.top - b.box.top)
      let covered = top
      const blank = (what) => seen.blanks.push(what + ' at ' + Math.round(scroller.scrollTop) + ' ' + when)
      for (const { row, box } of rows) {
        if (box.top > covered + 1) blank('a gap')
        if ([...row.children].some((cell) => cell.textContent.trim() === '')) blank('an empty cell')
        covered = Math.max(covered, box.bottom)
      }
      if (covered < bottom - 1) blank('nothing')
    }
    const frame = () => {
      look('in a frame')
      requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    if (${beforeScript}) scroller.addEventListener('scroll', () => look('before any script'), { capture: true })
  })()`)
  return {
    blanks: () => page.evaluate('seenRows.blanks'),
    nextFrame: () => page.evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))'),
  }
}
