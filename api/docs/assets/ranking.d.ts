/** Additional search words for pages, by the path of the page. */
export const keywords: Readonly<Record<string, string>>
export const synonyms: readonly (readonly string[])[]
export const stopWords: ReadonlySet<string>
export const fieldWeights: Readonly<Record<string, number>>
export function weightOf(url: string): number
