import { posix } from 'node:path'
import type { PictureSize, ResolveLink } from './markdown/render-markdown.ts'

/**
 * Resolves the links of a Markdown file for its page. Links between files, which work in the repository, become links
 * between pages. `/docs/…`, `/explorer/…`, `/openapi.json`, and `/asyncapi.json` exist only in a running service and are
 * kept.
 * @param published path below the docs, by file
 * @param pictures sizes of pictures, by file
 * @param service the address of the service, by default one level above its docs
 * @throws Error for a file that is not published, so that no page has a dead link
 */
export function linksOf(
  file: string,
  root: string,
  published: ReadonlyMap<string, string>,
  pictures: ReadonlyMap<string, PictureSize> = new Map(),
  service = `${root}/..`,
): ResolveLink {
  const fileAt = (target: string) => posix.join(posix.dirname(file), target)
  const resolve = (href: string) => {
    if (/^(https?:|#)/.test(href)) return href
    if (href.startsWith('/docs/')) return `${root}/${href.slice('/docs/'.length)}`
    if (href.startsWith('/explorer/')) return `${service}${href}`
    if (href === '/openapi.json') return `${root}/openapi.json`
    if (href === '/asyncapi.json') return `${root}/asyncapi.json`
    const [target = '', anchor] = href.split('#')
    const path = published.get(fileAt(target))
    if (path === undefined) throw new Error(`${file} links to ${href}, which is not published`)
    return `${root}/${path}${anchor === undefined ? '' : `#${anchor}`}`
  }
  return Object.assign(resolve, { pictureAt: (href: string) => pictures.get(fileAt(href)) ?? null })
}
