// What is found, and in which order: the server makes the index with these options, the page asks it.

export const indexOptions = {
  fields: ['code', 'title', 'page', 'text'],
  storeFields: ['key', 'title', 'page', 'url', 'text'],
}

const searchOptions = {
  prefix: (term) => term.length > 1,
  fuzzy: (term) => (term.length > 3 ? 0.2 : false),
  boost: { code: 6, title: 4, page: 2 },
}

/** The best hits; codes of problems and names of operations that were typed, or begun, come first. */
export function find(index, asked, limit = 12) {
  const query = asked.trim()
  const strict = index.search(query, { ...searchOptions, combineWith: 'AND' })
  const hits = strict.length > 0 ? strict : index.search(query, searchOptions)
  const typed = plain(query)
  const rankOf = ({ key }) => {
    if (key === null || typed.length < 3) return 0
    if (plain(key) === typed) return 2
    return plain(key).startsWith(typed) ? 1 : 0
  }
  return hits.sort((one, other) => rankOf(other) - rankOf(one) || other.score - one.score).slice(0, limit)
}

/** The piece of a hit's text around the first word that was found, in parts of which some are matches. */
export function excerptOf({ text, terms }, length = 140) {
  const words = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  if (words === '') return [{ text: text.slice(0, length), isMatch: false }]
  const first = text.search(new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})`, 'iu'))
  const start = first < length - 40 ? 0 : text.lastIndexOf(' ', first - 40) + 1
  const isCut = start + length < text.length
  const cut = isCut ? text.slice(start, start + length).replace(/\s+\S*$/, '') : text.slice(start)
  const whole = `${start > 0 ? '…' : ''}${cut}${isCut ? ' …' : ''}`
  const parts = whole.split(new RegExp(`(?<![\\p{L}\\p{N}])(${words})`, 'giu'))
  return parts.map((part, at) => ({ text: part, isMatch: at % 2 === 1 })).filter((part) => part.text !== '')
}

function plain(text) {
  return text.toLowerCase().replace(/[\s_-]/g, '')
}
