import { meaningsIn, withoutMeanings } from '../../../schemas/enum-of.ts'
import { languageNames } from '../markdown/code-blocks.ts'
import type { EndpointParts } from './endpoint-parts.ts'
import type { Field } from './fields.ts'

/**
 * An operation as Markdown, for the search index and for the `.md` version of its page. Links to problems are relative
 * to `docs/`.
 */
export function endpointMarkdown(parts: EndpointParts): string {
  return [
    endpointSummary(parts),
    listOf('Request body:', parts.body),
    ...parts.samples.map((sample) => fence(sample.language, sample.text, languageNames.get(sample.language))),
    ...parts.responses.map(({ status, description }) => `**${status}**: ${description}`),
    parts.example ? fence(parts.example.language, parts.example.text, 'Example response') : '',
    listOf('Response fields:', parts.responseFields),
    parts.problems.length > 0 ? `Problems:\n\n${parts.problems.map(problemLine).join('\n')}` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** The description of an operation and its parameters. */
export function endpointSummary({
  title,
  method,
  path,
  operationId,
  scope,
  description,
  parameters,
}: EndpointParts): string {
  const facts = `\`${method} ${path}\` · operation \`${operationId}\` · scope: ${scope}`
  return [`## ${title}`, facts, description, listOf('Parameters:', parameters)]
    .filter((part) => part !== '')
    .join('\n\n')
}

function listOf(title: string, fields: readonly Field[]): string {
  return fields.length > 0 ? `${title}\n\n${lines(fields, '').join('\n')}` : ''
}

function lines(fields: readonly Field[], indent: string): string[] {
  return fields.flatMap(({ name, type, limits, isRequired, description, fields: below }) => {
    const facts = [type, isRequired ? 'required' : '', ...limits].filter((fact) => fact !== '').join('; ')
    const text = `${indent}- \`${name}\`${facts === '' ? '' : ` (${facts})`}${description === '' ? '' : `: ${listLine(description, `${indent}  `)}`}`
    return [text, ...lines(below, `${indent}  `)]
  })
}

function problemLine({ status, description, codes }: EndpointParts['problems'][number]): string {
  const links = codes.map((code) => `[\`${code}\`](problems/${code}.md)`)
  return `- **${status}** ${oneLine(description)} ${links.join(', ')}`.trimEnd()
}

function fence(language: string, text: string, title = ''): string {
  return `${title}:\n\n\`\`\`${language}\n${text}\n\`\`\``
}

/** A description as one line of a list. The meanings of enum values in it become a nested list. */
function listLine(description: string, indent: string): string {
  const meanings = meaningsIn(description).trim()
  const text = oneLine(withoutMeanings(description))
  return meanings === '' ? text : `${text}\n${meanings.replace(/^/gm, indent)}`
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ')
}
