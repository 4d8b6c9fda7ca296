import { exactSpan } from './exact-span.ts'

/** In normal operation the service is some seconds behind at most. */
const BEHIND_SECONDS = 10

/** What a page shows while the service has not applied everything that was sent; null when it has, or when that is not known. */
export function loadingText(lagSeconds: number | null): string | null {
  if (lagSeconds === null || lagSeconds < BEHIND_SECONDS) return null
  return `Data is still loading: the service is ${exactSpan(lagSeconds)} behind, so figures are not complete yet.`
}
