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

// The link of a picture opens the version for the current theme.
for (const link of document.querySelectorAll('.picture')) {
  link.addEventListener('pointerdown', () => {
    const { currentSrc } = link.querySelector('img')
    if (currentSrc !== '') link.href = currentSrc
  })
}

// Scrolls the sidebar to the current page, because the sidebar can be longer than the screen.
const sidebar = document.querySelector('.wide-screen')
const current = sidebar.querySelector('[aria-current]')
if (current && current.offsetTop > sidebar.clientHeight * 0.8)
  sidebar.scrollTop = current.offsetTop - sidebar.clientHeight / 3

// Redirects addresses of the reference of version 1.0, such as #/BOM%20history/listBomYields.
const [, operationId] = /^#\/[^/]+\/(\w+)$/.exec(location.hash) ?? []
if (operationId !== undefined) {
  for (const link of document.querySelectorAll('main a'))
    if (link.hash === `#${operationId}`) location.replace(link.href)
}
