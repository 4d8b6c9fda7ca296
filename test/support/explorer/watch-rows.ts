import type { Page } from 'playwright-core'

/** What was seen of the rows of a table, from frame to frame. */
export interface WatchedRows {
  /** Gaps between rows in sight, and rows without text, each with where it was. */
  blanks(): Promise<string[]>
  /** Resolves when the next frame was looked at. */
  nextFrame(): Promise<void>
}

/**
 * Looks in each frame whether the part of a table that is in sight is full of rows with text. `beforeScript` looks also as
 * the browser shows a scrolled table before any script has run: what is around the rows in sight must be there already.
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
