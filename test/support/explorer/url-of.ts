import type { Page } from 'playwright-core'

/** The URL of a page of the Explorer without the organization, which comes last once the token is known. */
export function urlOf(page: Page): string {
  return page.url().replace(/[?&]org=[a-z0-9]+$/, '')
}

/** What a page adds to its URL: the organization, and the snapshots that it shows. */
const ADDED: readonly string[] = ['org', 'snapshotId', 'fromSnapshotId', 'toSnapshotId']

/** The parameters of a URL of the Explorer, except for those that pages add. */
export function chosenIn(url: string): [string, string][] {
  return [...new URL(url).searchParams].filter(([name]) => !ADDED.includes(name))
}
