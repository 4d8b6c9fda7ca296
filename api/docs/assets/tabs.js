const KEPT_AS = 'docs-language'

/** Makes tabs of code in several languages; the choice holds for all groups and all pages. */
export function startTabs() {
  for (const list of document.querySelectorAll('[role=tablist]')) {
    list.addEventListener('click', ({ target }) => {
      const tab = target.closest('[role=tab]')
      if (tab) choose(tab)
    })
    list.addEventListener('keydown', (event) => {
      const next = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      const tabs = [...list.querySelectorAll('[role=tab]')]
      const at = tabs.indexOf(document.activeElement)
      if (next === undefined || at < 0) return
      event.preventDefault()
      const tab = tabs[(at + next + tabs.length) % tabs.length]
      choose(tab)
      tab.focus()
    })
  }
  show(document.documentElement.dataset.language)
  // Another tab of the browser may choose, too.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === KEPT_AS && newValue !== null) show(newValue)
  })
}

/** The tab stays where it is on the screen, although panes above it change their height. */
function choose(tab) {
  const before = tab.getBoundingClientRect().top
  show(tab.dataset.language)
  scrollBy(0, tab.getBoundingClientRect().top - before)
  try {
    localStorage.setItem(KEPT_AS, tab.dataset.language)
  } catch {
    // A browser that keeps nothing shows the choice on this page.
  }
}

/** A group without that language stays as it is. */
function show(language) {
  for (const group of document.querySelectorAll('.tabs')) {
    const tabs = [...group.querySelectorAll('[role=tab]')]
    const chosen = tabs.find((tab) => tab.dataset.language === language) ?? tabs[0]
    for (const tab of tabs) {
      const isChosen = tab === chosen
      tab.setAttribute('aria-selected', String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
      document.getElementById(tab.getAttribute('aria-controls')).classList.toggle('chosen', isChosen)
    }
  }
  document.documentElement.dataset.language = 'ready'
}
