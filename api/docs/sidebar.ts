import { breakable, escapeHtml } from './markdown/escape-html.ts'
import type { SitePage, SiteSection } from './site.ts'

/** An entry below the current page in the sidebar, for pages whose sections are looked up like pages. */
export interface SubEntry {
  slug: string
  name: string
}

/**
 * The list of all pages. The current page is marked and shows its entries. Folded pages are listed only if the current
 * page is in their section.
 */
export function sidebar(
  sections: readonly SiteSection[],
  { path, root }: { path: string | null; root: string },
  within: readonly SubEntry[],
): string {
  return sections
    .map(({ title, pages }) => {
      const isHere = pages.some((page) => page.path === path)
      const shown = pages.filter(({ isFolded }) => isHere || !isFolded)
      const items = shown.map((page) => item(page, page.path === path, root, within)).join('')
      return `<p class="section">${escapeHtml(title)}</p>\n<ul>${items}</ul>\n`
    })
    .join('')
}

function item({ path, name, isCode }: SitePage, isCurrent: boolean, root: string, within: readonly SubEntry[]): string {
  const current = isCurrent ? ' aria-current="page"' : ''
  const text = isCode ? `<code>${breakable(name)}</code>` : escapeHtml(name)
  const below = isCurrent && within.length > 0 ? `<ul>${within.map(subItem).join('')}</ul>` : ''
  return `<li><a href="${root}/${path}"${current}>${text}</a>${below}</li>`
}

function subItem({ slug, name }: SubEntry): string {
  return `<li><a href="#${slug}">${escapeHtml(name)}</a></li>`
}

/** The previous and the next page in reading order. */
export function neighbors(sections: readonly SiteSection[], path: string): { before?: SitePage; after?: SitePage } {
  const pages = sections.flatMap((section) => section.pages)
  const at = pages.findIndex((page) => page.path === path)
  if (at < 0) return {}
  const [before, after] = [pages[at - 1], pages[at + 1]]
  return { ...(before ? { before } : {}), ...(after ? { after } : {}) }
}
