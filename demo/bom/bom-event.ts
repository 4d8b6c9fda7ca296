import type { z } from 'zod'
import type { BomAction, bomData } from '../../schemas/records/bom-events.ts'
import type { Brand } from '../brand.ts'
import { type DemoEvent, PLM } from '../event.ts'
import { styleId } from '../graph/styles/style.ts'
import type { Publication } from './publication.ts'
import type { StyleData } from './style-data.ts'

/** The topic of publications. Its key is the organization. */
export const BOM_TOPIC = 'tenantdata.bom.v1'

type Sent<Action extends BomAction> = z.input<(typeof bomData)[Action]>

export function startedEvent(
  brand: Brand,
  { snapshotId, effectiveAt, startedAt, sourceRunId }: Publication,
): DemoEvent {
  const data: Sent<'started'> = { snapshotId, effectiveAt: new Date(effectiveAt).toISOString(), sourceRunId }
  return eventOf(brand, 'started', { data, time: startedAt, version: startedAt })
}

/** Style events are spread evenly over the time of the publication. */
export function styleEvent(brand: Brand, publication: Publication, index: number, data: StyleData): DemoEvent {
  const { startedAt, completedAt } = publication
  const time = startedAt + Math.trunc(((completedAt - startedAt) * index) / brand.profile.styles)
  return eventOf(brand, 'style', { data, time, version: startedAt, item: `.${styleId(index)}.${data.part}` })
}

export function completedEvent(
  brand: Brand,
  { snapshotId, completedAt }: Publication,
  counts: Omit<Sent<'completed'>, 'snapshotId'>,
): DemoEvent {
  return eventOf(brand, 'completed', { data: { snapshotId, ...counts }, time: completedAt, version: completedAt })
}

type EventContent = {
  readonly data: { readonly snapshotId: string }
  readonly time: number
  readonly version: number
  readonly item?: string
}

/** The ID is the same for a repeated event, so that consumers can drop repeats. */
function eventOf(brand: Brand, action: BomAction, { data, time, version, item = '' }: EventContent): DemoEvent {
  const { organization } = brand
  return {
    topic: BOM_TOPIC,
    key: organization,
    value: {
      specversion: '1.0',
      id: `${organization}.bom.${data.snapshotId}.${action}${item}`,
      source: `/${PLM.system}/${PLM.instance}`,
      type: `tenantdata.bom.${action}.v1`,
      subject: data.snapshotId,
      time: new Date(time).toISOString(),
      datacontenttype: 'application/json',
      tenantid: organization,
      sourceversion: `${version}`,
      data,
    },
  }
}
