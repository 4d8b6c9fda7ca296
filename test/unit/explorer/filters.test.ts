import type { ConnectedRecord, ConnectedRecordPage, Entity, EntityPage } from '@tenant-data/client'
import { expect } from 'chai'
import { pinnedPair } from '../../../explorer/src/pages/changes/changes-search.ts'
import { chipsOf } from '../../../explorer/src/parts/find/chips.ts'
import {
  findOptions,
  matchesOfEntities,
  matchesOfRecords,
  matchText,
  noMatches,
  onlyMatch,
} from '../../../explorer/src/parts/find/matches.ts'
import { spelledAs } from '../../../explorer/src/parts/find/spelling.ts'

function material(code: string): Entity {
  return {
    id: code,
    type: 'material',
    label: `${code} Poplin`,
    lifecycleState: 'approved',
    attributes: { materialNumber: code },
  } as never
}
function pageOf(codes: string[], meta: object = {}): EntityPage {
  return { data: codes.map(material), links: { next: null }, meta: { truncated: false, ...meta } }
}

describe('what a field finds', () => {
  const values = (codes: EntityPage | undefined, words: EntityPage | undefined) => {
    const { options, count } = matchesOfEntities(codes, words)
    return [...options.map(({ value }) => value), count]
  }

  it('are entities with a code first, each once, with the number of all', () => {
    expect(values(pageOf(['B']), pageOf(['A', 'B'], { count: 2 }))).to.deep.equal(['B', 'A', 2])
    expect(values(pageOf(['C']), pageOf(['A', 'B'], { count: 12 }))).to.deep.equal(['C', 'A', 'B', 13])
    expect(values(undefined, undefined)).to.deep.equal([0])
  })

  it('is an entity of any type by its ID, because codes of different types can be equal', () => {
    const found = { ...material('MT-1'), id: 'the ID' }
    const { options, exact } = matchesOfEntities({ ...pageOf([]), data: [found] }, undefined, 'entity')
    expect(options).to.deep.equal([{ value: 'the ID', label: 'MT-1 Poplin', detail: 'Material, approved' }])
    expect(exact).to.deep.equal(options[0])
  })

  it('sets the field if it is the only match, or the only one with the code', () => {
    const only = (codes: string[], words: string[], count = words.length) =>
      onlyMatch(matchesOfEntities(pageOf(codes), pageOf(words, { count })))?.value
    expect(only(['B'], ['A', 'B'])).to.equal('B')
    expect(only(['A', 'B'], ['A', 'B'])).to.equal(undefined)
    expect(only([], ['A'])).to.equal('A')
    expect(only([], ['A'], 2)).to.equal(undefined)
    expect(only([], [])).to.equal(undefined)
  })

  it('is counted in words', () => {
    const textOf = (codes: string[], count: number) =>
      matchText('material', matchesOfEntities(undefined, pageOf(codes, { count })))
    expect(textOf(['A'], 1)).to.equal('1 material')
    expect(textOf(['A', 'B'], 2)).to.equal('2 materials. Choose one.')
    expect(textOf(['A', 'B'], 1200)).to.equal('2 of 1\u202f200 materials. Type more to narrow the list.')
    expect(matchText('factory', noMatches)).to.equal('No factories match.')
    const similar = matchesOfEntities(undefined, pageOf([], { suggestions: ['poplin'] }))
    expect(matchText('material', similar)).to.equal('No materials match. Did you mean one of these?')
  })

  it('can be records of source systems, of which it names further codes, each with its system', () => {
    const record = {
      ref: 'erp:main:F-1',
      label: 'QM-F1 Works',
      sourceRecords: [
        { system: 'erp', recordId: 'F-1' },
        { system: 'plm', recordId: 'F1' },
        { system: 'wms', recordId: 'F-1' },
        { system: 'wms', recordId: 'F-1' },
      ],
    }
    const page = (next: string | null): ConnectedRecordPage => ({
      data: [record as ConnectedRecord],
      links: { next },
      meta: { truncated: false },
    })
    const { options, count } = matchesOfRecords(page(null))
    expect(options).to.deep.equal([{ value: 'erp:main:F-1', label: 'QM-F1 Works', detail: 'ERP F-1, WMS F-1' }])
    expect(count).to.equal(1)
    expect(matchText('factory', matchesOfRecords(page('x')))).to.equal(
      '1 of more than 1 factories. Type more to narrow the list.',
    )
    expect(onlyMatch(matchesOfRecords(page('x')))).to.equal(undefined)
  })

  it('is similar texts if nothing matches, and the text itself where that is allowed', () => {
    const meta = { suggestions: ['poplin', 'twill'], notices: [{ suggestions: ['FAB-1', 'poplin'] }] }
    const none = matchesOfEntities(pageOf([], { notices: meta.notices }), pageOf([], meta))
    const titles = (...given: Parameters<typeof findOptions>) => findOptions(...given).map(({ title }) => title)
    expect(titles(none, '')).to.deep.equal(['FAB-1', 'poplin', 'twill'])
    expect(titles(none, 'popln')).to.deep.equal(['FAB-1', 'poplin', 'twill', 'Use “popln” as it is'])
    expect(titles(matchesOfEntities(pageOf(['A']), pageOf(['A'], meta)), 'a')).to.deep.equal(['A Poplin'])
  })
})

describe('the chips of filters', () => {
  it('are those that are set, each with its text, and remove one filter', () => {
    const removed: string[] = []
    const search = { style: 'S-1', sku: undefined, more: true, systems: ['erp', 'wms'], via: [], page: 3 }
    const names = {
      style: 'Style',
      sku: 'SKU',
      more: () => 'With more',
      systems: (systems: readonly string[]) => systems.join(', '),
      via: () => 'Via',
    }
    const chips = chipsOf(search, names, (name) => removed.push(name))
    expect(chips.map(({ text }) => text)).to.deep.equal(['Style: S-1', 'With more', 'erp, wms'])
    for (const { onRemove } of chips) onRemove()
    expect(removed).to.deep.equal(['style', 'more', 'systems'])
  })
})

describe('the spelling of a value', () => {
  it('is that of the one suggestion with other case, spaces, or separators', () => {
    expect(spelledAs('qm27 0113', ['QM27-0113', 'QM27-0114'])).to.equal('QM27-0113')
    expect(spelledAs('qm27', ['QM27', 'QM-27'])).to.equal(null)
    expect(spelledAs('qm28', ['QM27'])).to.equal(null)
    expect(spelledAs('QM27', ['QM27'])).to.equal(null)
    expect(spelledAs(null, ['QM27'])).to.equal(null)
  })
})

describe('the snapshots of a URL', () => {
  it('are the newest two, unless it names the later one', () => {
    const newest = [{ snapshotId: 'C' }, { snapshotId: 'B' }, { snapshotId: 'A' }]
    expect(pinnedPair({}, newest)).to.deep.equal({ fromSnapshotId: 'B', toSnapshotId: 'C' })
    expect(pinnedPair({ fromSnapshotId: 'A' }, newest)).to.deep.equal({ toSnapshotId: 'C' })
    expect(pinnedPair({ from: '2026-11-20' }, newest)).to.deep.equal({ toSnapshotId: 'C' })
    expect(pinnedPair({ to: '2026-11-20' }, newest)).to.equal(null)
    expect(pinnedPair({ toSnapshotId: 'A' }, newest)).to.equal(null)
    expect(pinnedPair({}, newest.slice(0, 1))).to.equal(null)
    expect(pinnedPair({}, [])).to.equal(null)
  })
})
