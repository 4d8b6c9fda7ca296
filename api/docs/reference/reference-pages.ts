import { escapeHtml } from '../markdown/escape-html.ts'
import { type Rendered, type ResolveLink, renderMarkdown } from '../markdown/render-markdown.ts'
import { type Contract, type Endpoint, endpointsOf, pathOfTag, tagOf, tagsOf } from './contract.ts'
import { endpointHtml, type RenderText } from './endpoint-html.ts'
import { endpointMarkdown, endpointSummary } from './endpoint-markdown.ts'
import { endpointParts } from './endpoint-parts.ts'
import { tryIt } from './try-it.ts'

/**
 * A page of the reference. `render` returns it as HTML for the page at `path`; `markdown` has links that are relative
 * to `docs/`.
 */
export interface ReferencePage {
  path: string
  /** The operations on the page. The anchor of each is its `operationId`. */
  operations: { operationId: string; title: string; method: string }[]
  markdown: string
  /** The part of the page that is searched. It leaves out the thousands of fields of responses. */
  searched: string
  render(resolveLink: ResolveLink): Rendered
}

interface Addresses {
  /** Public address of the API, for the samples. */
  baseUrl: string
  /** The address to which forms send requests: a path if docs and API have one origin. */
  tryUrl: string
  /** Path below the docs of the page that describes how to get a token. */
  tokenPage: string
}

/** The pages of the reference: a list of all operations, and a page for each tag. */
export function referencePages(contract: Contract, addresses: Addresses): ReferencePage[] {
  const endpoints = endpointsOf(contract)
  const pages = tagsOf(contract).map((tag) => {
    const own = endpoints.filter((endpoint) => tagOf(endpoint) === tag.name)
    return tagPage(contract, tag, own, addresses)
  })
  return [startPage(contract, endpoints, addresses), ...pages]
}

function startPage(contract: Contract, endpoints: readonly Endpoint[], { baseUrl }: Addresses): ReferencePage {
  const tables = tagsOf(contract).map(({ name, description }) => {
    const own = endpoints.filter((endpoint) => tagOf(endpoint) === name)
    const rows = own.map(
      ({ operationId, summary, method, path }) =>
        `| [${summary ?? operationId}](/docs/${pathOfTag(name)}#${operationId}) | \`${method} ${path}\` | \`${operationId}\` |`,
    )
    return `## ${name}\n\n${description}\n\n| Operation | Request | Operation ID |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  const markdown = `# API reference

${contract.info.description ?? ''}

The address of the API is \`${baseUrl}\`. Send the token with each request, as \`Authorization: Bearer …\`. The samples read it from the environment variable \`TOKEN\`. [Introduction](/docs/reference/introduction) describes the conventions that all operations share. [\`openapi.json\`](/openapi.json) is the same reference for machines.

${tables.join('\n')}`
  return {
    path: 'reference',
    operations: [],
    markdown,
    searched: markdown,
    render: (resolveLink) => renderMarkdown(markdown, resolveLink),
  }
}

function tagPage(
  contract: Contract,
  tag: { name: string; description: string },
  endpoints: readonly Endpoint[],
  { baseUrl, tryUrl, tokenPage }: Addresses,
): ReferencePage {
  const described = endpoints.map((endpoint) => ({ endpoint, part: endpointParts(contract, endpoint, baseUrl) }))
  const parts = described.map(({ part }) => part)
  const start = `# ${tag.name}\n\n${tag.description}\n\n`
  const operations = parts.map(({ operationId, title, method }) => ({ operationId, title, method }))
  return {
    path: pathOfTag(tag.name),
    operations,
    markdown: `${start}${parts.map(endpointMarkdown).join('\n\n')}\n`,
    searched: `${start}${parts.map(endpointSummary).join('\n\n')}\n`,
    render: (resolveLink) => {
      const text = renderOnce(resolveLink)
      const tokenHelp = resolveLink(`/docs/${tokenPage}`)
      const sections = described.map(({ endpoint, part }) =>
        endpointHtml(part, tryIt(contract, endpoint, tryUrl, tokenHelp), text),
      )
      const html = `<h1>${escapeHtml(tag.name)}</h1>\n${text(tag.description)}${sections.join('')}`
      const headings = operations.map(({ operationId, title }) => ({ depth: 2, text: title, slug: operationId }))
      return { title: tag.name, headings: [{ depth: 1, text: tag.name, slug: '' }, ...headings], html }
    },
  }
}

/** Renders each text once per page, because many fields have the same description. */
function renderOnce(resolveLink: ResolveLink): RenderText {
  const done = new Map<string, string>()
  return (markdown) => {
    const known = done.get(markdown)
    if (known !== undefined) return known
    const { html } = renderMarkdown(markdown, resolveLink)
    done.set(markdown, html)
    return html
  }
}
