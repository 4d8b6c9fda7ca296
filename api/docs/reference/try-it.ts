import { escapeHtml } from '../escape-html.ts'
import { type Contract, type Endpoint, type Parameter, resolved } from './contract.ts'
import { prefill, prefilledRequest } from './prefilled-request.ts'

/**
 * The form that sends a request from the page, filled in with what the samples show. It works by script alone, and has no
 * action: without the script nothing in it can be sent, a token least of all.
 * @param address of the API: a path where it has the origin of the docs
 */
export function tryIt(contract: Contract, endpoint: Endpoint, address: string): string {
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
<div class="row"><label for="${id('token-')}">${kind}</label><input id="${id('token-')}" class="token" type="password" autocomplete="off" spellcheck="false"></div>
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
  const label = `<label for="${id}">${escapeHtml(name)}</label>`
  const facts = `id="${id}" class="parameter" data-name="${escapeHtml(name)}" data-in="${parameter.in}"${required ? ' required' : ''}`
  if (choices.length === 0)
    return `<div class="row">${label}<input ${facts} value="${escapeHtml(value)}" autocomplete="off" spellcheck="false"></div>\n`
  const options = ['', ...choices].map(
    (choice) =>
      `<option value="${escapeHtml(choice)}"${choice === value ? ' selected' : ''}>${escapeHtml(choice)}</option>`,
  )
  return `<div class="row">${label}<select ${facts}>${options.join('')}</select></div>\n`
}

function choicesOf(contract: Contract, { schema = {} }: Parameter): string[] {
  const known = resolved(contract, 'schemas', schema)
  if (known.type === 'boolean') return ['true', 'false']
  return (known.enum ?? []).filter((value) => value !== null).map(String)
}
