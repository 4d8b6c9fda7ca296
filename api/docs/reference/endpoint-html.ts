import { codeBlock, codeTabs } from '../markdown/code-blocks.ts'
import { breakable, escapeHtml } from '../markdown/escape-html.ts'
import type { EndpointParts } from './endpoint-parts.ts'
import type { Field } from './fields.ts'

/** CSS class of the lists of responses. */
const RESPONSES = 'answers'

/** Renders Markdown as HTML and resolves its links for the page. */
export type RenderText = (markdown: string) => string

/**
 * Renders an operation as a section of its page: description, samples with the form that sends a request, and lists of
 * fields.
 */
export function endpointHtml(parts: EndpointParts, tryIt: string, text: RenderText): string {
  const { operationId, title, samples, example } = parts
  return `<section class="operation" aria-labelledby="${operationId}">
<div class="about">
<h2 id="${operationId}">${escapeHtml(title)}<a class="anchor" href="#${operationId}" aria-label="Link to this section">#</a></h2>
<p class="endpoint"><span class="method ${parts.method.toLowerCase()}">${parts.method}</span> <code>${breakable(parts.path)}</code></p>
<dl class="facts"><div><dt>Operation</dt><dd><code>${operationId}</code></dd></div><div><dt>Scope</dt><dd>${inline(text(parts.scope))}</dd></div></dl>
${text(parts.description)}</div>
<div class="samples">
<h3>Request</h3>
${codeTabs(samples, `sample-${operationId}`)}${tryIt}${example === null ? '' : `<h3>Response</h3>\n${codeBlock(example)}`}</div>
<div class="lists">
${listed('Parameters', parts.parameters, text)}${listed('Request body', parts.body, text)}${responses(parts, text)}</div>
</section>
`
}

function listed(title: string, fields: readonly Field[], text: RenderText): string {
  return fields.length === 0 ? '' : `<h3>${title}</h3>\n${fieldList(fields, text)}`
}

function fieldList(fields: readonly Field[], text: RenderText): string {
  const items = fields.map((field, at) => fieldItem(field, text, sameAs(field, fields.slice(0, at))))
  return `<ul class="fields">\n${items.join('')}</ul>\n`
}

/** Finds an earlier field with the same subfields. A long list of subfields is rendered once and then referred to. */
function sameAs({ fields }: Field, before: readonly Field[]): Field | undefined {
  if (fields.length < REPEATED_UP_TO) return undefined
  const own = JSON.stringify(fields)
  return before.find((other) => JSON.stringify(other.fields) === own)
}

const REPEATED_UP_TO = 4

function fieldItem(field: Field, text: RenderText, same: Field | undefined): string {
  const { name, type, limits, isRequired, description, fields } = field
  const facts = [
    `<code class="name">${breakable(name)}</code>`,
    type === '' ? '' : `<span class="type">${escapeHtml(type)}</span>`,
    isRequired && 'in' in field ? '<span class="required">required</span>' : '',
    'in' in field && field.in !== 'query' ? `<span class="type">in the ${field.in}</span>` : '',
  ].filter((fact) => fact !== '')
  const notes = limits.length === 0 ? '' : `<div class="limits">${text(limits.join('; '))}</div>`
  const below =
    fields.length === 0
      ? ''
      : same !== undefined
        ? `<p class="limits">The same fields as <code>${breakable(same.name)}</code>.</p>\n`
        : `<details><summary>${fields.length === 1 ? '1 field' : `${fields.length} fields`}<span class="visually-hidden"> of ${escapeHtml(name)}</span></summary>\n${fieldList(fields, text)}</details>\n`
  return `<li><p class="field">${facts.join(' ')}</p>${description === '' ? '' : text(description)}${notes}${below}</li>\n`
}

function responses(parts: EndpointParts, text: RenderText): string {
  const good = parts.responses.map(
    ({ status, description }) => `<li><p><span class="status">${status}</span> ${inline(text(description))}</p></li>\n`,
  )
  const headers = parts.headers.map(
    ({ name, description }) => `<li><p class="field"><code class="name">${name}</code></p>${text(description)}</li>\n`,
  )
  return `<h3>Responses</h3>
<ul class="${RESPONSES}">
${good.join('')}</ul>
${folded('Response fields', parts.responseFields.length === 0 ? '' : fieldList(parts.responseFields, text))}${folded('Response headers', headers.length === 0 ? '' : `<ul class="fields">\n${headers.join('')}</ul>\n`)}${folded('Problems', problems(parts, text))}`
}

function problems({ problems }: EndpointParts, text: RenderText): string {
  if (problems.length === 0) return ''
  const items = problems.map(({ status, description, codes }) => {
    const links = codes.map((code) => `[\`${code}\`](/docs/problems/${code})`).join(', ')
    return `<li><p><span class="status">${status}</span> ${inline(text(`${description} ${links}`))}</p></li>\n`
  })
  return `<ul class="${RESPONSES}">\n${items.join('')}</ul>\n`
}

function folded(title: string, html: string): string {
  return html === '' ? '' : `<details class="part"><summary>${title}</summary>\n${html}</details>\n`
}

/** Removes the `<p>` around a single paragraph. */
function inline(html: string): string {
  return html.trim().replace(/^<p>([\s\S]*)<\/p>$/, '$1')
}
