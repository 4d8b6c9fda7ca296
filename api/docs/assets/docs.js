import { startCopying } from './copy.js'
import { startPrinting } from './print.js'
import { startSearch } from './search.js'
import { startTabs } from './tabs.js'
import { startTrying } from './try.js'

startTabs()
startCopying()
startSearch()
startTrying()
startPrinting()

// A picture leads to the file of the theme in which it is shown.
for (const link of document.querySelectorAll('.picture')) {
  link.addEventListener('pointerdown', () => {
    const { currentSrc } = link.querySelector('img')
    if (currentSrc !== '') link.href = currentSrc
  })
}

// The current page is in sight in a sidebar that is longer than the screen.
const sidebar = document.querySelector('.wide-screen')
const current = sidebar.querySelector('[aria-current]')
if (current && current.offsetTop > sidebar.clientHeight * 0.8)
  sidebar.scrollTop = current.offsetTop - sidebar.clientHeight / 3

// Addresses of the reference of version 1.0: #/BOM%20history/listBomYields.
const [, operationId] = /^#\/[^/]+\/(\w+)$/.exec(location.hash) ?? []
if (operationId !== undefined) {
  for (const link of document.querySelectorAll('main a'))
    if (link.hash === `#${operationId}`) location.replace(link.href)
}
