import type { Page } from 'playwright-core'

/** The URL of a page of the Explorer without the organization, which comes last once the token is known. */
export function urlOf(page: Page): string {
  return page.url().replace(/[?&]org=[a-z0-9]+$/, '')
}
