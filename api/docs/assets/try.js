import { part } from './part.js'

const KEPT_AS = 'docs-token'
const SHOWN_CHARACTERS = 200_000
/**
 * The response headers that are shown. If the API has another origin, browsers hide headers that it does not expose.
 */
const shownHeaders = [
  'content-type',
  'x-request-id',
  'ratelimit',
  'retry-after',
  'etag',
  'link',
  'location',
  'www-authenticate',
]

/**
 * Lets the forms of the reference send requests. The token is kept in memory, or in the session storage of this browser
 * tab if the reader chooses that.
 */
export function startTrying() {
  const forms = [...document.querySelectorAll('.try form')]
  const kept = read()
  const tokens = new Map()
  for (const form of forms) {
    const [token, keep] = [form.querySelector('.token'), form.querySelector('.keep-token')]
    // A token of kind mcp is only valid for /mcp, and other tokens for all other paths. So the page keeps one of each.
    const kind = form.dataset.path === '/mcp' ? 'mcp' : 'data'
    const alike = forms.filter((other) => (other.dataset.path === '/mcp') === (kind === 'mcp'))
    token.value = kept[kind] ?? ''
    keep.checked = token.value !== ''
    const change = () => {
      tokens.set(kind, { token: token.value.trim(), isKept: keep.checked })
      for (const other of alike) {
        other.querySelector('.token').value = token.value
        other.querySelector('.keep-token').checked = keep.checked
      }
      write(tokens)
    }
    token.addEventListener('input', change)
    keep.addEventListener('change', change)
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      send(form, token.value.trim())
    })
    if (token.value !== '') tokens.set(kind, { token: token.value, isKept: true })
  }
}

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT_AS) ?? '{}')
  } catch {
    return {}
  }
}

function write(tokens) {
  const kept = [...tokens].filter(([, { isKept, token }]) => isKept && token !== '')
  try {
    if (kept.length === 0) sessionStorage.removeItem(KEPT_AS)
    else
      sessionStorage.setItem(
        KEPT_AS,
        JSON.stringify(Object.fromEntries(kept.map(([kind, { token }]) => [kind, token]))),
      )
  } catch {
    // If the browser cannot store the token, the next page requires it again.
  }
}

const sending = new WeakMap()

async function send(form, token) {
  const result = form.querySelector('.result')
  sending.get(form)?.abort()
  const controller = new AbortController()
  sending.set(form, controller)
  result.replaceChildren(part('p', 'quiet', 'Sending…'))
  const startedAt = performance.now()
  try {
    const answer = await fetch(addressOf(form), { ...requestOf(form, token), signal: controller.signal })
    const text = await answer.text()
    show(result, answer, text, Math.round(performance.now() - startedAt))
  } catch (error) {
    if (error.name !== 'AbortError') result.replaceChildren(part('p', 'failed', `No response: ${error.message}`))
  }
}

function addressOf(form) {
  let path = form.dataset.path
  const query = new URLSearchParams()
  for (const field of form.querySelectorAll('.parameter')) {
    const { name } = field.dataset
    if (field.dataset.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(field.value))
    else if (field.value !== '') query.append(name, field.value)
  }
  const url = new URL(form.dataset.base + path, location.origin)
  url.search = String(query)
  return url
}

function requestOf(form, token) {
  const headers = { Accept: form.dataset.accept }
  if (token !== '') headers.Authorization = `Bearer ${token}`
  const body = form.querySelector('.body')
  if (body) headers['Content-Type'] = 'application/json'
  const { method } = form.dataset
  return { method, headers, cache: 'no-store', credentials: 'omit', ...(body ? { body: body.value } : {}) }
}

function show(result, answer, text, tookMs) {
  const status = part('p', answer.ok ? 'status good' : 'status failed', `${answer.status} ${answer.statusText}`.trim())
  status.append(' ', part('span', 'quiet', `${tookMs} ms`))
  const headers = part('dl', 'headers')
  for (const name of shownHeaders) {
    const value = answer.headers.get(name)
    if (value !== null) headers.append(part('dt', '', name), part('dd', '', value))
  }
  const isCut = text.length > SHOWN_CHARACTERS
  const body = part('pre', '', isCut ? text.slice(0, SHOWN_CHARACTERS) : formatted(text, answer))
  body.tabIndex = 0
  const parts = [status, ...problemLink(text, answer), headers, body]
  if (isCut) parts.push(part('p', 'quiet', `The first ${SHOWN_CHARACTERS} of ${text.length} characters.`))
  result.replaceChildren(...parts)
}

function formatted(text, answer) {
  if (!/json/.test(answer.headers.get('content-type') ?? '')) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** The address of the problem's page in these docs. */
function problemLink(text, answer) {
  if (!/problem\+json/.test(answer.headers.get('content-type') ?? '')) return []
  const { code, title } = JSON.parse(text)
  if (!/^[a-z_]+$/.test(code)) return []
  const link = part('a', '', `${title}: what to do`)
  link.href = new URL(`../problems/${code}`, import.meta.url).href
  const line = part('p', '')
  line.append(link)
  return [line]
}
