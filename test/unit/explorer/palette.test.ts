import type { BomSnapshot, ConnectedRecord, Entity, EntityPage } from '@tenant-data/client'
import { expect } from 'chai'
import { countText, type Group, groupOf, type Option, reachable } from '../../../explorer/src/palette/found.ts'
import { groupsOf, type Responses } from '../../../explorer/src/palette/grouped.ts'
import { entityOption, isSnapshot, snapshotValue } from '../../../explorer/src/palette/options.ts'
import { pageOptions, similarPages } from '../../../explorer/src/palette/page-options.ts'

const option = (key: string): Option => ({ key, title: key, detail: '', target: { to: '/', search: {} } })
const options = (count: number) => Array.from({ length: count }, (_, at) => option(`option ${at}`))

function entity(type: Entity['type'], label: string, more: object = {}): Entity {
  return {
    id: label,
    type,
    label,
    lifecycleState: 'approved',
    attributes: {},
    externalReferences: [],
    ...more,
  } as never
}

function pageOf(data: Entity[], meta: object = {}, next: string | null = null): EntityPage {
  return { data, links: { next }, meta: { truncated: false, ...meta } }
}

function grouped(responses: Partial<Responses>): Group[] {
  return groupsOf({ text: 'poplin', pages: [], similarPages: [], expanded: new Set(), ...responses })
}
const shown = (groups: Group[]) => groups.map((group) => [countText(group), ...group.options.map(({ title }) => title)])

describe('a group of search results', () => {
  it('counts its results, also if it does not show all of them', () => {
    const counts = (count: number, total?: number | null) =>
      groupOf('material', options(count), total === undefined ? {} : { total }).map(countText)
    expect(counts(0)).to.deep.equal([])
    expect(counts(1)).to.deep.equal(['1 material'])
    expect(counts(5)).to.deep.equal(['5 materials'])
    expect(counts(8)).to.deep.equal(['5 of 8 materials'])
    expect(counts(5, 1200)).to.deep.equal(['5 of 1\u202f200 materials'])
    expect(counts(3, null)).to.deep.equal(['at least 3 materials'])
  })

  it('leads to all results: to a page, or to its loaded options', () => {
    const allOf = (...given: Parameters<typeof groupOf>) => groupOf(...given)[0]?.all ?? null
    const page = { to: '/graph', search: { q: 'poplin' } }
    expect(allOf('style', options(5), { page })).to.equal(null)
    expect(allOf('style', options(5), { total: 12, page })).to.include({ title: 'Show all 12 styles', target: page })
    expect(allOf('factory', options(8))).to.deep.include({
      title: 'Show all 8 factories',
      target: { expand: 'factory' },
    })
    expect(allOf('factory', options(8), { isExpanded: true })).to.equal(null)
    expect(allOf('factory', options(8), { total: null })?.title).to.equal('Show more factories')
    expect(allOf('factory', options(8), { total: null, isExpanded: true })).to.equal(null)
    const groups = [...groupOf('style', options(6)), ...groupOf('sku', [option('sku')])]
    expect(reachable(groups).map(({ title }) => title)).to.include.members(['Show all 6 styles', 'sku'])
    expect(reachable(groups)).to.have.length(7)
  })
})

describe('the groups of a search', () => {
  const poplin = entity('material', 'FAB-1 Poplin')
  const mill = entity('supplier', 'Poplin Mills')
  const shirt = entity('style', 'Poplin Shirt')

  it('begin with what has the text as its code, which no other group repeats', () => {
    const groups = grouped({
      byCode: pageOf([poplin]),
      byWords: pageOf([poplin, mill, entity('material', 'FAB-2 Poplin')]),
    })
    expect(shown(groups)).to.deep.equal([
      ['1 exact match', 'FAB-1 Poplin'],
      ['1 material', 'FAB-2 Poplin'],
      ['1 supplier', 'Poplin Mills'],
    ])
  })

  it('name codes in another spelling', () => {
    const notice = { code: 'matched_loosely', name: 'code', value: 'fab1', suggestions: [], detail: '' }
    expect(shown(grouped({ byCode: pageOf([poplin], { notices: [notice] }) }))).to.deep.equal([
      ['1 match without case and separators', 'FAB-1 Poplin'],
    ])
  })

  it('are in the order of their best hits, with the number of each type', () => {
    const hits = [mill, ...options(6).map(({ key }) => entity('material', key)), shirt]
    const whole = grouped({ byWords: pageOf(hits) })
    expect(whole.map(countText)).to.deep.equal(['1 supplier', '5 of 6 materials', '1 style'])
    const byWords = pageOf(hits, {}, 'cursor')
    expect(grouped({ byWords }).map(countText)).to.deep.equal([
      'at least 1 supplier',
      'at least 5 materials',
      'at least 1 style',
    ])
    const ofType = (count: number, ...found: Entity[]) => pageOf(found, { count })
    const byType = {
      supplier: ofType(1, mill),
      style: ofType(70, shirt),
      material: ofType(0),
      sku: ofType(1, entity('sku', 'S-1')),
    }
    expect(grouped({ byWords, byType }).map(countText)).to.deep.equal(['1 supplier', '1 of 70 styles', '1 SKU'])
    const counted = grouped({ byCode: pageOf([shirt]), byWords, byType })
    expect(counted.map(countText)).to.deep.equal(['1 exact match', '1 supplier', '1 SKU'])
  })

  it('are suggestions if nothing is found', () => {
    const byWords = pageOf([], { suggestions: ['poplin', 'Poplin Mills'] })
    const byCode = pageOf([], {
      notices: [{ code: 'no_such_value', name: 'code', value: '', suggestions: ['FAB-1'], detail: '' }],
    })
    const similar = [option('Graph')]
    const [group, ...others] = grouped({ byWords, byCode, similarPages: similar })
    expect(others).to.deep.equal([])
    expect(group?.options.map(({ title }) => title)).to.deep.equal(['Graph', 'FAB-1', 'poplin', 'Poplin Mills'])
    expect(group?.options[1]?.target).to.deep.equal({ words: 'FAB-1' })
    expect(grouped({ byWords, records: recordPage(record('factory', 'Works')) }).map(countText)).to.deep.equal([
      '1 factory',
    ])
  })

  it('list factories of source systems, and all of them when they are expanded', () => {
    const records = recordPage(...options(7).map(({ key }) => record('factory', key)))
    expect(grouped({ records }).map(countText)).to.deep.equal(['5 of 7 factories'])
    expect(grouped({ records, expanded: new Set(['factory']) }).map(countText)).to.deep.equal(['7 factories'])
    const [group] = grouped({ records })
    expect(group?.options[0]?.target).to.deep.equal({
      to: '/materials',
      search: { view: 'positions', factory: 'erp:main:option 0' },
    })
  })

  function record(kind: ConnectedRecord['kind'], label: string): ConnectedRecord {
    return { kind, id: label, ref: `erp:main:${label}`, label, sourceRecords: [] } as never
  }
  function recordPage(...data: ConnectedRecord[]) {
    return { data, links: { next: null }, meta: { truncated: false } }
  }
})

describe('the option of an entity', () => {
  const detailOf = (given: Entity, code?: string) => entityOption(given, code).detail

  it('names the code by which it was found, unless the label contains it', () => {
    const reference = { system: 'erp', value: 'E-77', kind: 'item_code' }
    const sku = entity('sku', 'SKU-1 Shirt', {
      attributes: { gtin: '04012345678901' },
      externalReferences: [reference],
    })
    expect(detailOf(sku)).to.equal('SKU, Approved')
    expect(detailOf(sku, 'sku 1')).to.equal('SKU, Approved')
    expect(detailOf(sku, '0401 2345 6789 01')).to.equal('SKU, GTIN 04012345678901, Approved')
    expect(detailOf(sku, 'e77')).to.equal('SKU, ERP E-77, Approved')
    expect(detailOf(entity('material', 'FAB-1'), 'FE 148')).to.equal('Material, MPN FE 148, Approved')
  })
})

describe('a search for a snapshot', () => {
  const snapshot = {
    snapshotId: '01J00000000000000000000000',
    publicationNumber: 3,
    completedAt: '2026-11-23T09:05:00.000Z',
  } as BomSnapshot

  it('is a text with a number, or with the word itself', () => {
    const texts = [
      '3',
      '#3',
      'snapshot 3',
      'BOM publication #3',
      'Snapshots',
      'poplin',
      '2026-11-23',
      '23 Nov 2026',
      'Works, plant 1',
    ]
    expect(texts.map(snapshotValue)).to.deep.equal(['3', '3', '3', '3', '', null, '2026-11-23', '23 Nov 2026', null])
  })

  it('finds a number, an ID, and the beginning of a day', () => {
    const found = ['', '3', '01j00000000000000000000000', '2026-11', '23 nov'].map((value) =>
      isSnapshot(snapshot, value),
    )
    expect(found).to.deep.equal([true, true, true, true, true])
    expect(['30', '2026', '01J', '24 nov'].map((value) => isSnapshot(snapshot, value))).to.deep.equal([
      false,
      false,
      false,
      false,
    ])
  })
})

describe('the pages in a search', () => {
  const pages = [
    { path: '/', name: 'Overview', lacking: null },
    { path: '/changes', name: 'BOM changes', lacking: null },
    { path: '/materials', name: 'Materials', lacking: 'materials:read' },
  ]
  const titles = (text: string) => pageOptions(pages, text).map(({ title }) => title)

  it('are those of which each word begins a word, or those of the menu', () => {
    expect(titles('')).to.deep.equal(['Overview', 'BOM changes', 'Materials'])
    expect(titles('BOM ch')).to.deep.equal(['BOM changes'])
    expect(titles('compar')).to.deep.equal(['BOM changes', 'Materials: Comparison'])
    expect(titles('mat pos')).to.deep.equal(['Materials: Positions'])
    expect(titles('stock')).to.deep.equal(['Materials'])
    expect(titles('-')).to.deep.equal([])
    expect(pageOptions(pages, 'stock')[0]?.detail).to.equal('Page, requires materials:read')
  })

  it('are similar if at most two characters differ', () => {
    const similar = (text: string) => similarPages(pages, text).map(({ title }) => title)
    expect(similar('overveiw')).to.deep.equal(['Overview'])
    expect(similar('positons')).to.deep.equal(['Materials: Positions'])
    expect(similar('poplin')).to.deep.equal([])
    expect(similar('ove')).to.deep.equal([])
  })
})
