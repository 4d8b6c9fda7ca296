/** Opens what is folded while a page is printed, in browsers whose styles cannot. */
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
