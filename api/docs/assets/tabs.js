const KEPT_AS = 'docs-language'

/** Starts the tabs of samples in several languages. A choice applies to all samples on all pages. */
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
  // Follows a choice that was made in another browser tab.
  addEventListener('storage', ({ key, newValue }) => {
    if (key === KEPT_AS && newValue !== null) show(newValue)
  })
}

/** Selects a tab. The page scrolls so that the tab stays in place, although samples above it change their height. */
function choose(tab) {
  const before = tab.getBoundingClientRect().top
  show(tab.dataset.language)
  scrollBy(0, tab.getBoundingClientRect().top - before)
  try {
    localStorage.setItem(KEPT_AS, tab.dataset.language)
  } catch {
    // If the browser cannot store the choice, it applies to this page only.
  }
}

/** Shows a language in all groups. A group without that language shows its first tab. */
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
