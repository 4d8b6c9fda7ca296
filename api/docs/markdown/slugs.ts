/**
 * Makes the anchors of a page's headings as GitHub does, so that a link works both there and on the page: lower case,
 * no punctuation, hyphens for spaces, and a number after a repeated anchor.
 */
export function createSlugs(): (heading: string) => string {
  const seen = new Map<string, number>()
  return (heading) => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-')
    const count = seen.get(slug) ?? 0
    seen.set(slug, count + 1)
    return count === 0 ? slug : `${slug}-${count}`
  }
}
