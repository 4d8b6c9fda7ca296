import { escapeHtml } from '../markdown/escape-html.ts'
import { type Contract, type Endpoint, type Parameter, resolved } from './contract.ts'
import { fieldOf } from './fields.ts'
import { prefill, prefilledRequest } from './prefilled-request.ts'

/**
 * The form that sends a request from the page, prefilled with the values of the samples. It requires JavaScript and has
 * no `action`, so without JavaScript it can send nothing, in particular no token.
 * @param address of the API; a path if it has the origin of the docs
 * @param tokenHelp relative path to the page that describes tokens
 */
export function tryIt(contract: Contract, endpoint: Endpoint, address: string, tokenHelp: string): string {
  const { operationId, method, path, parameters = [] } = endpoint
  const { accept, body } = prefilledRequest(contract, endpoint)
  const id = (name: string) => `try-${operationId}-${name}`
  const fields = parameters.map((parameter) => input(contract, parameter, id(parameter.name)))
  const sent =
    body === undefined
      ? ''
      : `<div class="row"><label for="${id('body')}">Body</label><textarea id="${id('body')}" class="body" rows="8" spellcheck="false">${escapeHtml(JSON.stringify(body, null, 2))}</textarea></div>\n`
  const kind = Object.keys(endpoint.security?.[0] ?? {})[0] === 'mcpToken' ? 'Token of kind mcp' : 'Token'
  return `<details class="try needs-script"><summary>Try it</summary>
<form data-method="${method}" data-path="${escapeHtml(path)}" data-base="${escapeHtml(address)}" data-accept="${escapeHtml(accept)}">
<div class="row"><label for="${id('token-')}">${kind}</label><input id="${id('token-')}" class="token" type="password" autocomplete="off" spellcheck="false">
<a class="hint" href="${escapeHtml(tokenHelp)}">How to get a token</a></div>
<p class="keep"><input id="${id('keep-')}" class="keep-token" type="checkbox"> <label for="${id('keep-')}">Keep it until this tab is closed</label></p>
${fields.join('')}${sent}<p><button type="submit">Send</button></p>
<div class="result" role="region" aria-live="polite" aria-label="Response of ${escapeHtml(operationId)}"></div>
</form>
</details>
`
}

function input(contract: Contract, parameter: Parameter, id: string): string {
  const { name, required = false } = parameter
  const [value = ''] = prefill(contract, parameter)
  const choices = choicesOf(contract, parameter)
  const { type, hint } = helpOf(contract, parameter)
  const label = `<label for="${id}">${escapeHtml(name)}</label>`
  const described = hint === '' ? '' : ` aria-describedby="${id}-hint"`
  const facts = `id="${id}" class="parameter" data-name="${escapeHtml(name)}" data-in="${parameter.in}"${required ? ' required' : ''}${described}`
  const below = hint === '' ? '' : `\n<span class="hint" id="${id}-hint">${escapeHtml(hint)}</span>`
  if (choices.length === 0)
    return `<div class="row">${label}<input ${facts} type="${type}" value="${escapeHtml(value)}" autocomplete="off" spellcheck="false">${below}</div>\n`
  const options = ['', ...choices].map(
    (choice) =>
      `<option value="${escapeHtml(choice)}"${choice === value ? ' selected' : ''}>${escapeHtml(choice)}</option>`,
  )
  return `<div class="row">${label}<select ${facts}>${options.join('')}</select>${below}</div>\n`
}

/**
 * The input type of a field, and the hint below it. A date is chosen in a picker. The hint of other fields names their
 * type and limits, except allowed values and patterns.
 */
function helpOf(
  contract: Contract,
  { name, schema = {}, required = false }: Parameter,
): { type: string; hint: string } {
  const { type, limits } = fieldOf(contract, name, schema, required)
  if (type === 'date') return { type: 'date', hint: 'A day in UTC' }
  const bounds = limits.filter((limit) => !/^(?:one of|matches|always)\b/.test(limit))
  const known = /^(?:string|boolean)$/.test(type) || choicesOf(contract, { name, in: 'query', schema }).length > 0
  const parts = [known ? '' : (examples[type] ?? type), ...bounds].filter((part) => part !== '')
  return { type: 'text', hint: parts.join('; ').replaceAll('`', '') }
}

const examples: Readonly<Record<string, string>> = { time: 'A time, such as 2026-01-31T08:00:00Z' }

function choicesOf(contract: Contract, { schema = {} }: Parameter): string[] {
  const known = resolved(contract, 'schemas', schema)
  if (known.type === 'boolean') return ['true', 'false']
  return (known.enum ?? []).filter((value) => value !== null).map(String)
}
