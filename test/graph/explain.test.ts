import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { type Query, queries } from '../../cypher/query.ts'
import type { Entity } from '../../schemas/graph.ts'
import { published, writeHistory } from '../support/bom-graph.ts'
import { randomBoms } from '../support/bom-random.ts'
import { material, style, supplier } from '../support/entities.ts'
import { connectTestGraph, fill, freshOrganization } from '../support/graph.ts'
import { explain, type Step } from '../support/plan.ts'

const graph = connectTestGraph()
const cypher = new URL('../../cypher/', import.meta.url)

/** Steps that read everything there is. */
const SCANS =
  /AllNodesScan|NodeByLabelScan|AllRelationshipsScan|RelationshipTypeScan|CartesianProduct|IndexScan|ValueHashJoin/
const SORTS = /Sort|Top/
const SEEKS = /IndexSeek/

/** Where each read starts; several names when it has several branches. */
const startingPoints: Record<string, string[]> = {
  'bom/list-snapshots': ['s:Snapshot(tenantKey, seq)'],
  'bom/find-snapshot-by-time': ['s:Snapshot(tenantKey, completedAt, seq)'],
  'bom/get-publication': ['p:Publication(tenantKey, snapshotId)'],
  'bom/list-styles-with-lines': [
    'first:BomStyle(tenantKey, styleId, fromSeq)',
    's:BomStyle(tenantKey, styleNumber, styleId, fromSeq)',
    'other:BomStyle(tenantKey, styleNumber, styleId, fromSeq)',
    'l:BomLine(tenantKey, styleId, fromSeq)',
  ],
  'bom/list-changed-styles': ['c:BomChange(tenantKey, seq, styleId)'],
  'bom/list-styles-of-either': ['s:BomStyle(tenantKey, styleId, fromSeq)'],
  'bom/list-styles-of-number': ['s:BomStyle(tenantKey, styleNumber, styleId, fromSeq)'],
  'bom/list-styles-of-sku': ['s:BomSku(tenantKey, sku, styleId)'],
  'bom/list-style-versions': ['s:BomStyle(tenantKey, styleId, fromSeq)', 'l:BomLine(tenantKey, styleId, fromSeq)'],
  'connected/list-datasets': ['d:ListedDataset(tenantKey, datasetId)', 'r:DatasetRows(tenantKey, datasetId)'],
  'connected/list-datasets-of-system': [
    'd:ListedDataset(tenantKey, system, datasetId)',
    'r:DatasetRows(tenantKey, datasetId)',
  ],
  'connected/find-datasets': ['d:ListedDataset(tenantKey, datasetId)'],
  'connected/find-declarations': ['d:ListedDataset(tenantKey, datasetId)'],
  'connected/list-input-datasets': ['r:DatasetRows(tenantKey, datasetId)'],
  'connected/list-loads': [
    'l:DatasetLoad(tenantKey, datasetId, startedAt, id)',
    'l:DatasetLoad(tenantKey, datasetId, status, endedAt, id)',
  ],
  'connected/get-applied': ['a:Applied(tenantKey, topic, partition)'],
  'connected/find-references-by-id': [
    'r:ConnectedRecord(tenantKey, id)',
    'e:Listed(tenantKey, id)',
    's:SourceRecord(tenantKey, id)',
  ],
  'connected/find-references-by-record': [
    's:SourceRecord(tenantKey, system, recordId, id)',
    'c:Claim(tenantKey, kind, value, system, instance)',
    'e:Listed(tenantKey, id)',
  ],
  'connected/find-references-by-code': [
    'c:Claim(tenantKey, value, entityId)',
    'e:Listed(tenantKey, id)',
    'c:RecordCode(tenantKey, kind, value, recordId)',
    's:SourceRecord(tenantKey, id)',
  ],
  'connected/list-all-positions': ['p:OpenPosition(tenantKey, id)'],
  'connected/list-positions': ['p:OpenPosition(tenantKey, materialId, id)'],
  'connected/list-positions-of-system': ['p:OpenPosition(tenantKey, materialId, system, id)'],
  'connected/list-positions-of-pair': ['p:OpenPosition(tenantKey, materialId, factoryId, id)'],
  'connected/list-positions-of-pairs': ['p:OpenPosition(tenantKey, materialId, factoryId, id)'],
  'connected/list-exceptions': ['x:PositionException(tenantKey, status, exceptionId)'],
  'connected/list-exceptions-of-severity': ['x:PositionException(tenantKey, status, severity, exceptionId)'],
  'connected/list-exceptions-of-code': ['x:PositionException(tenantKey, status, code, exceptionId)'],
  'connected/list-exceptions-of-material': ['x:PositionException(tenantKey, materialKey, exceptionId)'],
  'connected/list-exceptions-of-factory': ['x:PositionException(tenantKey, factoryKey, exceptionId)'],
  'connected/get-record': ['r:ConnectedRecord(tenantKey, id)'],
  'connected/list-records': ['r:ConnectedRecord(tenantKey, id)'],
  'connected/list-records-of-kind': ['r:ConnectedRecord(tenantKey, kind, id)'],
  'connected/list-records-of-state': ['r:ConnectedRecord(tenantKey, matchState, id)'],
  'connected/find-records': [
    'c:RecordCode(tenantKey, kind, value, recordId)',
    's:SourceRecord(tenantKey, id)',
    'r:ConnectedRecord(tenantKey, id)',
  ],
  'connected/list-record-types': ['t:RecordTypeRows(tenantKey, system, recordType, id)'],
  'connected/list-observed-fields': ['f:ObservedField(tenantKey, system, recordType, name, id)'],
  'connected/list-source-records': [
    's:SourceRecord(tenantKey, system, recordId, id)',
    'r:ConnectedRecord(tenantKey, id)',
  ],
  'connected/list-record-letters': ['l:RecordLetter(tenantKey, system, recordType, recordId, at)'],
  'graph/list-entities': ['e:Listed(tenantKey, id)'],
  'graph/list-entities-of-type': ['e:Listed(tenantKey, type, id)'],
  'graph/find-entities': ['e:Listed(tenantKey, codeWords)'],
  'graph/get-entity': ['e:Listed(tenantKey, id)'],
  'graph/find-conflicts': ['c:Claim(tenantKey, kind, value, system, instance)', 'e:Listed(tenantKey, id)'],
  'graph/list-links': [
    'near:Listed(tenantKey, id)',
    'LINK(tenantKey, fromId, sortKey)',
    'LINK(tenantKey, toId, sortKey)',
    't:Timeline(tenantKey',
  ],
  'graph/list-all-links': ['LINK(tenantKey, fromId, sortKey)', 't:Timeline(tenantKey'],
  'exports/get-export': ['j:ExportJob(tenantKey, id)'],
  'exports/list-exports': ['j:ExportJob(tenantKey, sortKey)'],
  'graph/list-published-styles': [
    'near:Listed(tenantKey, id)',
    'p:Snapshot(tenantKey, publicationId)',
    'v:BomStyle(tenantKey, styleId, fromSeq)',
    'far:Entity(tenantKey, id)',
  ],
  'graph/list-publications-of-styles': [
    'near:Listed(tenantKey, id)',
    'v:BomStyle(tenantKey, styleId, fromSeq)',
    'p:Snapshot(tenantKey, seq)',
    'far:Entity(tenantKey, id)',
  ],
  'publications/load-feed': ['f:BomFeed(tenantKey', 'p:Publication(tenantKey, snapshotId)', 't:Timeline(tenantKey'],
  'publications/find-publication': ['p:Publication(tenantKey, snapshotId)', 's:SeenEvents(tenantKey, snapshotId)'],
  'publications/find-staged-events': ['s:StagedStyle(tenantKey, snapshotId, eventKey)'],
  'publications/find-staged-styles': ['s:StagedStyle(tenantKey, snapshotId, styleId)'],
  'publications/find-open-styles': ['s:BomStyle(tenantKey, toSeq, styleId)'],
  'publications/list-staged': ['s:StagedStyle(tenantKey, snapshotId, eventKey)'],
  'publications/read-staged': ['s:StagedStyle(tenantKey, snapshotId, eventKey)'],
  'publications/list-absent-styles': [
    's:BomStyle(tenantKey, toSeq, styleId)',
    'g:StagedStyle(tenantKey, snapshotId, styleId)',
  ],
  'publications/list-open-lines': ['l:BomLine(tenantKey, toSeq, styleId)'],
  'publications/list-open-uses': ['LINK(tenantKey, fromId, sortKey)'],
  'publications/list-notices': ['n:Notice(tenantKey, id)'],
  'publications/list-expired': ['t:Timeline(tenantKey', 'p:Snapshot(tenantKey, seq)'],
  'publications/list-purgeable': ['p:Publication(tenantKey, status)', 't:Timeline(tenantKey'],
  'publications/list-publications': ['p:Publication(tenantKey, offset)'],
  'reconcile/find-exceptions-of-keys': ['e:PositionException(tenantKey, materialKey, factoryKey, exceptionId)'],
  'reconcile/find-facilities-of-records': ['s:SourceRecord(tenantKey, id)', 'c:RecordCode(tenantKey, recordId, id)'],
  'reconcile/find-factories-of-codes': ['c:RecordCode(tenantKey, codeKind, value, system, recordId)'],
  'reconcile/find-named-records': ['s:SourceRecord(tenantKey, system, recordId, id)'],
  'reconcile/find-owners-of-codes': ['c:Claim(tenantKey, kind, value, system, instance)', 'e:Listed(tenantKey, id)'],
  'reconcile/find-positions-of-keys': ['p:OpenPosition(tenantKey, materialKey, factoryKey, id)'],
  'reconcile/find-positions-of-refs': ['p:OpenPosition(tenantKey, materialRef, factoryRef, id)'],
  'reconcile/find-production-active': ['LINK(tenantKey, toId, sortKey)', 'LINK(tenantKey, fromId, sortKey)'],
  'reconcile/find-production-any': ['LINK(tenantKey, toId, sortKey)', 'LINK(tenantKey, fromId, sortKey)'],
  'reconcile/find-requirements-of-pairs': [
    'LINK(tenantKey, toId, sortKey)',
    'r:Requirement(tenantKey, factoryId, styleId, id)',
  ],
  'reconcile/find-requirements-of-refs': [
    'r:Requirement(tenantKey, styleRef, id)',
    'r:Requirement(tenantKey, skuRef, id)',
  ],
  'reconcile/get-connected-labels': ['c:ConnectedRecord(tenantKey, id)'],
  'reconcile/get-entities': ['e:Entity(tenantKey, id)'],
  'reconcile/get-newest-seq': ['t:Timeline(tenantKey'],
  'reconcile/get-source-records': ['s:SourceRecord(tenantKey, id)'],
  'reconcile/has-connected-data': [
    'p:Position(tenantKey, id)',
    's:SourceRecord(tenantKey, id)',
    'd:Dataset(tenantKey, datasetId)',
    'q:Requirement(tenantKey, id)',
  ],
  'reconcile/list-claims-of-entities': ['c:Claim(tenantKey, id)'],
  'reconcile/list-datasets-of-system': ['d:ListedDataset(tenantKey, system, datasetId)'],
  'reconcile/list-lines-around': ['l:BomLine(tenantKey, styleId, fromSeq)'],
  'reconcile/list-links-from': ['LINK(tenantKey, fromId, sortKey)'],
  'reconcile/list-marks': ['r:Recheck(tenantKey'],
  'reconcile/list-records-of-connected': ['s:SourceRecord(tenantKey, connectedId, id)'],
  'reconcile/list-styles-of-skus': ['LINK(tenantKey, toId, sortKey)'],
  'reconcile/next-factory-of-positions': ['p:OpenPosition(tenantKey, factoryRef, id)'],
  'reconcile/next-factory-of-requirements': ['r:Requirement(tenantKey, factoryRef, id)'],
  'reconcile/page-exceptions': ['e:PositionException(tenantKey, status, exceptionId)'],
  'reconcile/page-exceptions-of-factory': ['e:PositionException(tenantKey, factoryKey, exceptionId)'],
  'reconcile/page-exceptions-of-material': ['e:PositionException(tenantKey, materialKey, exceptionId)'],
  'reconcile/page-links-to': ['LINK(tenantKey, toId, sortKey)'],
  'reconcile/page-positions': ['p:OpenPosition(tenantKey, id)'],
  'reconcile/page-positions-of-factory-key': ['p:OpenPosition(tenantKey, factoryKey, id)'],
  'reconcile/page-positions-of-factory-ref': ['p:OpenPosition(tenantKey, factoryRef, id)'],
  'reconcile/page-positions-of-material-key': ['p:OpenPosition(tenantKey, materialKey, id)'],
  'reconcile/page-positions-of-material-ref': ['p:OpenPosition(tenantKey, materialRef, id)'],
  'reconcile/page-records': ['s:SourceRecord(tenantKey, id)'],
  'reconcile/page-records-of-code': ['c:RecordCode(tenantKey, kind, value, recordId)'],
  'reconcile/page-requirements': ['r:Requirement(tenantKey, id)'],
  'reconcile/page-requirements-of-factory-ref': ['r:Requirement(tenantKey, factoryRef, id)'],
  'reconcile/page-requirements-of-sku-ref': ['r:Requirement(tenantKey, skuRef, id)'],
  'reconcile/page-requirements-of-style-ref': ['r:Requirement(tenantKey, styleRef, id)'],
}

/**
 * Ranked search has to see its hits before it can order them; the operator's list orders the owners of one code; a
 * comparison merges a page of each publication between its two; a style has few versions, and few snapshots are retired.
 */
const mayBeSorted = [
  'connected/find-records',
  'graph/find-entities',
  'graph/find-conflicts',
  'graph/list-publications-of-styles',
  'bom/list-changed-styles',
  'publications/list-expired',
  'publications/list-purgeable',
]
/** The operator's lists of the few things that have no tenant. */
const mayScan = ['system/list-organizations', 'system/list-marked-organizations', 'system/list-offsets']

const tenantBound = () => queries.filter((query) => query.tenantBound)
const operatorsOf = (steps: Step[]) => steps.map(({ operator }) => operator)

describe('the plans of the queries, on a store with data', () => {
  const plans = new Map<Query, Step[]>()

  before(async () => {
    for (const file of readdirSync(cypher).filter((name) => name.endsWith('.ts')))
      await import(new URL(file, cypher).href)
    for (let round = 0; round < 3; round++) {
      const organization = freshOrganization()
      const mill = supplier(organization, 'V-1')
      const entities: Entity[] = Array.from({ length: 400 }, (_, at) =>
        (at % 2 ? material : style)(organization, `R-${at}`),
      )
      const links = entities.map((from) => ({ type: 'SUPPLIED_BY' as const, from, to: mill }))
      await fill(graph, organization, { entities: [mill, ...entities], links })
      const boms = randomBoms(round, { styles: 40, publications: 3 })
      await writeHistory(
        graph,
        organization,
        boms.map((bom, at) => published(bom, at + 1)),
      )
    }
    await graph.execute('CALL db.prepareForReplanning()')
    for (const query of queries) plans.set(query, await explain(query))
  })
  after(() => graph.close())

  it('scan nothing', () => {
    for (const [{ name }, steps] of plans) {
      if (mayScan.includes(name)) continue
      expect(
        operatorsOf(steps).filter((operator) => SCANS.test(operator)),
        name,
      ).to.deep.equal([])
    }
  })

  it('start from an index wherever something is read', () => {
    for (const query of tenantBound().filter(({ text }) => /\b(MATCH|MERGE)\b/.test(text))) {
      const steps = plans.get(query) ?? []
      const seeks = steps.filter(({ operator }) => SEEKS.test(operator) || operator === 'ProcedureCall')
      expect(seeks, `${query.name}: ${operatorsOf(steps).join(', ')}`).not.to.deep.equal([])
      for (const { details } of steps.filter(({ operator }) => SEEKS.test(operator))) {
        expect(details, query.name).to.include('tenantKey')
      }
    }
  })

  it('start from the index that is named for each read', () => {
    const reads = tenantBound().filter(({ mode }) => mode === 'READ')
    expect(reads.map(({ name }) => name).sort()).to.deep.equal(Object.keys(startingPoints).sort())
    for (const query of reads) {
      const seeks = (plans.get(query) ?? []).filter(({ operator }) => SEEKS.test(operator))
      const indexes = startingPoints[query.name] ?? []
      const used = seeks.map(({ details }) => indexes.find((index) => details.includes(index)) ?? details)
      expect([...new Set(used)].sort(), query.name).to.deep.equal([...indexes].sort())
    }
  })

  it('sort nothing on a read that is paged, but for ranked search', () => {
    for (const query of tenantBound().filter(({ mode }) => mode === 'READ')) {
      const sorts = operatorsOf(plans.get(query) ?? []).filter((operator) => SORTS.test(operator))
      expect(sorts.length > 0, `${query.name}: ${sorts.join(', ')}`).to.equal(mayBeSorted.includes(query.name))
    }
  })

  it('would be found out: the check sees a scan and a sort', async () => {
    const scan = await explain({ text: 'MATCH (e:Listed) RETURN e.doc ORDER BY e.label LIMIT 10' })
    expect(operatorsOf(scan).some((operator) => SCANS.test(operator))).to.equal(true)
    expect(operatorsOf(scan).some((operator) => SORTS.test(operator))).to.equal(true)
  })
})
