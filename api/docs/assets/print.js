/** Opens collapsed sections while a page is printed, for browsers that cannot do this with styles. */
export function startPrinting() {
  let opened = []
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll('main details:not([open]):not(.try)')]
    for (const details of opened) details.open = true
  })
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false
    opened = []
  })
}
