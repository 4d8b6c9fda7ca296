import { demoValues } from '../../dev/guides/demo-values.ts'

interface Page {
  data: unknown
  links?: { next: string | null }
}

interface Row {
  id?: string
  label?: string
  style?: string
  system?: string
  onHand?: string
  delta?: string
}

interface Change {
  style: string
  sku: string
  delta: { grossPercent: string }
  before: { netYield: string }
  after: { netYield: string }
}

interface Counts {
  counts: { changeType: Record<string, number>; yieldDirection: Record<string, number> }
}

type Get = (path: string) => Promise<Page>

/** The values of demo responses that pages contain, by the names in the comments of these pages. */
export function answerValues(get: Get): Readonly<Record<string, () => Promise<string>>> {
  const changed = '/v1/bom/yield-changes?changeType=changed'
  const rowsOf = async (path: string) => (await get(path)).data as Row[]
  const firstOf = async (path: string) => (await rowsOf(`${path}&limit=1`))[0]
  const materialId = async () => (await firstOf('/v1/entities?type=material&q=poplin%20140'))?.id
  const firstStyle = async () => (await firstOf('/v1/entities?type=style'))?.id
  const changedStyle = async () => (await firstOf(changed))?.style ?? ''
  const lines = '/relationships?relationshipType=USES_MATERIAL'
  const countOfStyle = async () => countOf(get, `${changed}&style=${await changedStyle()}`)
  const counts = async () => ((await get('/v1/bom/yield-changes/summary?top=1')).data as Counts).counts
  /** The second change of the first style that has changes, which has another net yield. */
  const second = async () =>
    ((await get(`${changed}&style=${await changedStyle()}&limit=2`)).data as Change[])[1] as Change
  const factory = demoValues().get('factory')
  const stockOf = async (system: string) => {
    const pair = `material=${await materialId()}&factory=${factory}`
    const positions = await rowsOf(`/v1/material-factory-position?${pair}`)
    return grouped(positions.find((one) => one.system === system)?.onHand ?? '')
  }
  const stockDifference = async () => {
    const pair = `code=QUANTITY_MISMATCH&material=${await materialId()}&factory=${factory}`
    return (await rowsOf(`/v1/material-position-exceptions?${pair}`))[0]?.delta ?? ''
  }
  return {
    changedStyle,
    changedCount: async () => `${await countOfStyle()} changed`,
    changeTypes: async () => {
      const { added, removed, changed } = (await counts()).changeType
      return `${added} added, ${removed} removed, and ${changed} changed rows`
    },
    directions: async () => {
      const { increased, decreased } = (await counts()).yieldDirection
      return `${increased} need more material and ${decreased} need less`
    },
    secondSku: async () => (await second()).sku,
    secondNet: async () => {
      const { before, after } = await second()
      return `${before.netYield} to ${after.netYield} kilograms`
    },
    secondPercent: async () => `${(await second()).delta.grossPercent}%`,
    linesOfStyle: async () => `${await countOf(get, `/v1/entities/${await firstStyle()}${lines}`)} BOM lines`,
    stockOfWms: async () => `${await stockOf('wms')} m`,
    stockOfErp: async () => `${await stockOf('erp')} m`,
    stockOfPortal: async () => `${await stockOf('factory_portal')} m`,
    wmsMeters: async () => `${await stockOf('wms')} meters`,
    erpMeters: async () => `${await stockOf('erp')} meters`,
    stockDifference: async () => `${await stockDifference()} meters`,
  }
}

/** A decimal with commas between groups of three digits. */
function grouped(decimal: string): string {
  return decimal.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
}

/** The number of rows of a list, over all its pages. */
async function countOf(get: Get, path: string): Promise<number> {
  let count = 0
  for (let cursor = ''; ; ) {
    const { data, links } = await get(`${path}&limit=1000${cursor}`)
    count += (data as unknown[]).length
    if (!links?.next) return count
    cursor = `&cursor=${encodeURIComponent(links.next)}`
  }
}
