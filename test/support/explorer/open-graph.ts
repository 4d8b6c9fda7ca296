import type { Entity, Relationship } from '@tenant-data/client'
import type { Page } from 'playwright-core'
import type { ExplorerWorld, OpenOptions } from './explorer-world.ts'

/** Opens the page Graph at an entity, and waits until its neighborhood is loaded. */
export async function openGraph(
  world: ExplorerWorld,
  entityId: string,
  more = '',
  options: OpenOptions = {},
): Promise<Page> {
  const page = await world.open(`/graph?entity=${entityId}${more}`, options)
  await page.locator('svg[aria-busy=false], [role=grid][aria-label=Neighborhood]').first().waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  return page
}

/** The entity at the other end of a relationship. */
export const otherEnd = ({ direction, from, to }: Relationship) => (direction === 'outgoing' ? to : from)

/** All relationships of an entity of the demo, by default at depth 1. */
export function relationshipsOf(world: ExplorerWorld, entityId: string, query = ''): Promise<Relationship[]> {
  return world.demo.all<Relationship>(`/v1/entities/${entityId}/relationships${query}`)
}

/** The first style of the demo with relationships of at least three types. */
export async function richStyle(world: ExplorerWorld): Promise<{ style: Entity; around: Relationship[] }> {
  for (const style of await world.demo.all<Entity>('/v1/entities?type=style')) {
    const around = await relationshipsOf(world, style.id)
    if (new Set(around.map(({ type }) => type)).size > 2) return { style, around }
  }
  throw new Error('The demo has no style with relationships of three types')
}
