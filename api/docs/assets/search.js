import { excerptOf, find } from './find.js'
import { part } from './part.js'

const root = new URL('..', import.meta.url)

/**
 * Starts the search. It loads the index and the library at the first focus. Arrow keys select a hit, Enter opens it,
 * and Escape closes the list.
 */
export function startSearch() {
  const form = document.querySelector('.search')
  const [input, list, status] = ['input', '[role=listbox]', '[role=status]'].map((part) => form.querySelector(part))
  let index = null
  let chosen = -1

  const load = () => {
    index ??= loadIndex().catch(() => {
      index = null
      status.textContent = 'The search index could not be loaded. Reload the page to try again.'
      return null
    })
    return index
  }

  const close = () => {
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    choose(-1)
  }

  function choose(at) {
    const options = [...list.children]
    chosen = options.length === 0 ? -1 : at
    options.forEach((option, number) => {
      option.setAttribute('aria-selected', String(number === chosen))
    })
    const option = options[chosen]
    if (option) {
      input.setAttribute('aria-activedescendant', option.id)
      option.scrollIntoView({ block: 'nearest' })
    } else input.removeAttribute('aria-activedescendant')
  }

  async function answer() {
    const loaded = await load()
    const asked = input.value
    if (loaded === null || asked.trim() === '') return close()
    const hits = find(loaded, asked)
    list.replaceChildren(...hits.map(optionOf))
    list.hidden = false
    input.setAttribute('aria-expanded', String(hits.length > 0))
    if (hits.length === 0) list.append(part('p', 'none', 'No results'))
    status.textContent = hits.length === 0 ? 'No results' : `${hits.length} results`
    choose(hits.length > 0 ? 0 : -1)
  }

  input.addEventListener('focus', load)
  input.addEventListener('input', answer)
  input.addEventListener('focus', () => {
    if (input.value !== '') answer()
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      if (list.hidden) input.value = ''
      return close()
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || list.hidden) return
    event.preventDefault()
    const count = list.querySelectorAll('[role=option]').length
    if (count > 0) choose((chosen + step + count) % count)
  })
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (list.hidden) await answer()
    const option = list.children[Math.max(chosen, 0)]
    if (option?.href === undefined) return
    close()
    location.assign(option.href)
  })
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (!form.contains(relatedTarget)) close()
  })
  list.addEventListener('click', close)
  addEventListener('keydown', (event) => {
    const isSlash = event.key === '/' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)
    const isK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!isSlash && !isK) return
    event.preventDefault()
    input.focus()
    input.select()
  })
}

async function loadIndex() {
  const [{ default: MiniSearch }, { indexOptions }, answer] = await Promise.all([
    import('./minisearch.js'),
    import('./find.js'),
    fetch(new URL('search.json', root)),
  ])
  if (!answer.ok) throw new Error(`The search index returned ${answer.status}`)
  return MiniSearch.loadJSON(await answer.text(), indexOptions)
}

function isTyping(target) {
  return target.matches?.('input, textarea, select, [contenteditable]') ?? false
}

function optionOf(hit, number) {
  const option = part('a', 'hit')
  option.id = `docs-hit-${number}`
  option.href = new URL(hit.url, root).href
  option.setAttribute('role', 'option')
  option.tabIndex = -1
  const place = part('span', 'place', hit.title === hit.page ? hit.page : `${hit.page} › ${hit.title}`)
  if (hit.key !== null) place.append(' ', part('code', '', hit.key))
  const excerpt = part('span', 'excerpt')
  for (const { text, isMatch } of excerptOf(hit)) excerpt.append(isMatch ? part('mark', '', text) : text)
  option.append(place, excerpt)
  return option
}
