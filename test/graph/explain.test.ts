import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import { type Query, queries } from '../../cypher/query.ts'
import type { Entity } from '../../schemas/graph/entities.ts'
import { published, writeHistory } from '../support/bom/bom-graph.ts'
import { randomBoms } from '../support/bom/random-boms.ts'
import { material, style, supplier } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization } from '../support/graph/graph.ts'
import { explain, type Step } from '../support/graph/plan.ts'

const graph = connectTestGraph()
const cypher = new URL('../../cypher/', import.meta.url)

/** Operators that read all nodes or relationships, of a label or type or of the whole graph. */
const SCANS =
  /AllNodesScan|NodeByLabelScan|AllRelationshipsScan|RelationshipTypeScan|CartesianProduct|IndexScan|ValueHashJoin/
const SORTS = /Sort|Top/
const SEEKS = /IndexSeek/

/** The index at which each read starts; several if it has several branches. */
const startingPoints: Record<string, string[]> = {
  'records/countOwnProjected': [],
  'records/countRebuildEntries': ['r:RebuildEntry(tenantKey, kind, key, other, hint)'],
  'bom/listSnapshots': ['s:Snapshot(tenantKey, seq)'],
  'bom/findSnapshotByTime': ['s:Snapshot(tenantKey, completedAt, seq)'],
  'bom/findFirstSnapshot': ['s:Snapshot(tenantKey, completedAt, seq)'],
  'bom/getPublication': ['p:Publication(tenantKey, snapshotId)'],
  'bom/listStylesWithLines': [
    'first:BomStyle(tenantKey, styleId, fromSeq)',
    's:BomStyle(tenantKey, styleNumber, styleId, fromSeq)',
    'other:BomStyle(tenantKey, styleNumber, styleId, fromSeq)',
    'l:BomLine(tenantKey, styleId, fromSeq)',
  ],
  'bom/listChangedStyles': ['c:BomChange(tenantKey, seq, styleId)'],
  'bom/listStylesOfEither': ['s:BomStyle(tenantKey, styleId, fromSeq)'],
  'bom/listStylesOfNumber': ['s:BomStyle(tenantKey, styleNumber, styleId, fromSeq)'],
  'bom/listStylesOfSku': ['s:BomSku(tenantKey, sku, styleId)'],
  'bom/listValueIds': ['v:BomValue(tenantKey, kind, value, id)'],
  'bom/listNumberedStyles': ['s:BomStyle(tenantKey, styleId, fromSeq)'],
  'bom/listStylesOfMaterials': ['l:BomLine(tenantKey, materialId, styleId)', 's:BomStyle(tenantKey, styleId, fromSeq)'],
  'bom/readStylesWithLines': ['s:BomStyle(tenantKey, styleId, fromSeq)', 'l:BomLine(tenantKey, styleId, fromSeq)'],
  'bom/listStylesOfSkuId': ['s:BomSku(tenantKey, skuId, styleId)'],
  'bom/listStylesHavingMaterials': ['l:BomLine(tenantKey, materialId, styleId)'],
  'bom/findLineWith': ['l:BomLine(tenantKey, materialId, styleId)'],
  'bom/listStyleVersions': ['s:BomStyle(tenantKey, styleId, fromSeq)', 'l:BomLine(tenantKey, styleId, fromSeq)'],
  'bom/listLineVersions': ['l:BomLine(tenantKey, styleId, fromSeq)', 's:Snapshot(tenantKey, seq)'],
  'bom/listLinesOfMaterials': ['l:BomLine(tenantKey, materialId, styleId)'],
  'bom/readStyles': ['s:BomStyle(tenantKey, styleId, fromSeq)'],
  'bom/listMaterialsInState': ['e:Listed(tenantKey, type, lifecycleState, id)'],
  'bom/readSeasons': ['e:Listed(tenantKey, id)'],
  'bom/listStylesOfNames': [
    's:BomStyle(tenantKey, styleNumber, styleId, fromSeq)',
    's:BomStyle(tenantKey, styleId, fromSeq)',
  ],
  'bom/listStylesOfSkuNames': ['s:BomSku(tenantKey, sku, styleId)', 's:BomSku(tenantKey, skuId, styleId)'],
  'bom/listOffers': ['m:Listed(tenantKey, id)', 'LINK(tenantKey, fromId, sortKey)'],
  'bom/listPositionsOfMaterials': ['p:OpenPosition(tenantKey, materialId, id)'],
  'materials/listDatasets': ['d:ListedDataset(tenantKey, datasetId)', 'r:DatasetRows(tenantKey, datasetId)'],
  'materials/listDatasetsOfSystem': [
    'd:ListedDataset(tenantKey, system, datasetId)',
    'r:DatasetRows(tenantKey, datasetId)',
  ],
  'materials/findDatasets': ['d:ListedDataset(tenantKey, datasetId)'],
  'materials/findDeclarations': ['d:ListedDataset(tenantKey, datasetId)'],
  'materials/listInputDatasets': ['r:DatasetRows(tenantKey, datasetId)'],
  'materials/listLoads': [
    'l:DatasetLoad(tenantKey, datasetId, startedAt, id)',
    'l:DatasetLoad(tenantKey, datasetId, status, endedAt, id)',
    'l:DatasetLoad(tenantKey, datasetId, status, sourceWatermarkAt, id)',
    'l:DatasetLoad(tenantKey, datasetId, unmarkedEnd, id)',
  ],
  'materials/getApplied': ['a:Applied(tenantKey, topic, partition)'],
  'materials/findReferencesById': [
    'r:ConnectedRecord(tenantKey, id)',
    'e:Listed(tenantKey, id)',
    's:SourceRecord(tenantKey, id)',
    'p:OpenPosition(tenantKey, factoryId, id)',
  ],
  'materials/findReferencesByRecord': ['s:SourceRecord(tenantKey, system, recordId, id)'],
  'materials/findMasterRecords': ['e:Entity(tenantKey, id)'],
  'materials/findShownMaterial': [
    'p:OpenPosition(tenantKey, materialCode, id)',
    'x:PositionException(tenantKey, materialCode, exceptionId)',
  ],
  'materials/findShownFactory': [
    'p:OpenPosition(tenantKey, factoryCode, id)',
    'x:PositionException(tenantKey, factoryCode, exceptionId)',
  ],
  'materials/findKnownEndpoints': [
    'e:Listed(tenantKey, id)',
    'r:ConnectedRecord(tenantKey, id)',
    's:SourceRecord(tenantKey, connectedId, id)',
    'p:OpenPosition(tenantKey, factoryId, id)',
  ],
  'materials/findReferencesByCode': [
    'c:Claim(tenantKey, value, entityId)',
    'e:Listed(tenantKey, id)',
    'c:RecordCode(tenantKey, kind, value, recordId)',
    's:SourceRecord(tenantKey, id)',
  ],
  'materials/listAllPositions': ['p:OpenPosition(tenantKey, id)'],
  'materials/listPositions': ['p:OpenPosition(tenantKey, materialId, id)'],
  'materials/listPositionsOfSystem': ['p:OpenPosition(tenantKey, materialId, system, id)'],
  'materials/listPositionsOfPair': ['p:OpenPosition(tenantKey, materialId, factoryId, id)'],
  'materials/listPositionsOfFactory': ['p:OpenPosition(tenantKey, factoryId, id)'],
  'materials/listPositionsOfMaterialCode': ['p:OpenPosition(tenantKey, materialCode, id)'],
  'materials/listPositionsOfFactoryCode': ['p:OpenPosition(tenantKey, factoryCode, id)'],
  'materials/listPositionsOfPairs': ['p:OpenPosition(tenantKey, materialId, factoryId, id)'],
  'materials/listExceptions': ['x:PositionException(tenantKey, status, exceptionId)'],
  'materials/listExceptionsOfSeverity': ['x:PositionException(tenantKey, status, severity, exceptionId)'],
  'materials/listExceptionsOfCode': ['x:PositionException(tenantKey, status, code, exceptionId)'],
  'materials/listExceptionsOfMaterial': ['x:PositionException(tenantKey, materialKey, exceptionId)'],
  'materials/listExceptionsOfFactory': ['x:PositionException(tenantKey, factoryKey, exceptionId)'],
  'materials/listExceptionsOfMaterialCode': ['x:PositionException(tenantKey, materialCode, exceptionId)'],
  'materials/listExceptionsOfFactoryCode': ['x:PositionException(tenantKey, factoryCode, exceptionId)'],
  'materials/listExceptionsOfMaterials': ['x:PositionException(tenantKey, materialKey, exceptionId)'],
  'materials/listExceptionsOfMaterialsSeen': ['x:PositionException(tenantKey, materialKey, exceptionId)'],
  'materials/listExceptionsSeen': ['x:PositionException(tenantKey, status, seenKey)'],
  'materials/findNominatedMaterials': ['LINK(tenantKey, toId, sortKey)'],
  'materials/findNominatedSuppliers': ['LINK(tenantKey, fromId, sortKey)'],
  'materials/countExceptions': [
    'x:PositionException(tenantKey, status, exceptionId)',
    'x:PositionException(tenantKey, status, severity, exceptionId)',
    'x:PositionException(tenantKey, status, code, exceptionId)',
    'x:PositionException(tenantKey, materialKey, exceptionId)',
    'x:PositionException(tenantKey, materialCode, exceptionId)',
    'x:PositionException(tenantKey, factoryKey, exceptionId)',
    'x:PositionException(tenantKey, factoryCode, exceptionId)',
  ],
  'materials/findExceptions': ['x:PositionException(tenantKey, exceptionId)'],
  'materials/getException': ['x:PositionException(tenantKey, exceptionId)'],
  'materials/getRecord': ['r:ConnectedRecord(tenantKey, id)'],
  'materials/listRecords': ['r:ConnectedRecord(tenantKey, id)'],
  'materials/listRecordsOfKind': ['r:ConnectedRecord(tenantKey, kind, id)'],
  'materials/listRecordsOfState': ['r:ConnectedRecord(tenantKey, matchState, id)'],
  'materials/findRecords': [
    'c:RecordCode(tenantKey, kind, value, recordId)',
    's:SourceRecord(tenantKey, id)',
    'r:ConnectedRecord(tenantKey, id)',
  ],
  'materials/listRecordTypes': ['t:RecordTypeRows(tenantKey, system, recordType, id)'],
  'materials/listObservedFields': ['f:ObservedField(tenantKey, system, recordType, name, id)'],
  'materials/listSourceRecords': [
    's:SourceRecord(tenantKey, system, recordId, id)',
    'r:ConnectedRecord(tenantKey, id)',
  ],
  'materials/listRecordDeadLetters': ['l:DeadLetter(tenantKey, system, recordId, at)'],
  'materials/listDeadLetterKeys': ['l:DeadLetter(tenantKey, system, recordType, recordId, at)'],
  'ingest/listPublications': ['p:Publication(tenantKey, offset)'],
  'ingest/listPublicationsOfState': ['p:Publication(tenantKey, status, offset)'],
  'ingest/listDeadLetters': ['l:DeadLetter(tenantKey, sortKey)'],
  'ingest/listDeadLettersOfReason': ['l:DeadLetter(tenantKey, reason, sortKey)'],
  'ingest/listDeadLettersOfType': ['l:DeadLetter(tenantKey, type, sortKey)'],
  'ingest/listDeadLettersOfSource': ['l:DeadLetter(tenantKey, source, sortKey)'],
  'ingest/listDeadLettersOfSubject': ['l:DeadLetter(tenantKey, subject, sortKey)'],
  'ingest/listDeadLettersOfEvent': ['l:DeadLetter(tenantKey, eventId, sortKey)'],
  'ingest/listCountedEvents': ['c:CountedEvents(tenantKey, topic, partition, firstOffset)'],
  'ingest/findDeadLetter': ['l:DeadLetter(tenantKey, id)'],
  'ingest/listIngestedSources': ['s:IngestedSource(tenantKey, source, topic, partition)'],
  'ingest/nextClaimedKind': ['c:Claim(tenantKey, kind, value, system, instance)'],
  'ingest/listContestedCodes': ['c:Claim(tenantKey, kind, value, system, instance)'],
  'ingest/findClaimants': ['e:Listed(tenantKey, id)'],
  'ingest/countStaged': ['s:StagedStyle(tenantKey, snapshotId, eventKey)'],
  'graph/listEntities': ['e:Listed(tenantKey, id)'],
  'graph/listEntitiesOfType': ['e:Listed(tenantKey, type, id)'],
  'graph/listEntitiesOfState': ['e:Listed(tenantKey, type, lifecycleState, id)'],
  'graph/listStylesOfSeason': ['e:Listed(tenantKey, season, id)'],
  'graph/listEntitiesSince': ['e:Listed(tenantKey, type, updatedAt, id)'],
  'graph/findEntities': ['e:Listed(tenantKey, codeWords)'],
  'graph/findEntitiesSince': ['e:Listed(tenantKey, codeWords)'],
  'graph/findEntitiesBy': ['LINK(tenantKey, mpnForm)'],
  'graph/countEntities': [
    'e:Listed(tenantKey, type, id)',
    'e:Listed(tenantKey, type, lifecycleState, id)',
    'e:Listed(tenantKey, type, updatedAt, id)',
    'e:Listed(tenantKey, season, id)',
    'LINK(tenantKey, mpnForm)',
  ],
  'graph/findNear': [],
  'bom/listMaterialsFoundBy': [],
  'graph/findArticles': ['LINK(tenantKey, mpnForm)'],
  'graph/listStyleIdsOfSeason': ['e:Listed(tenantKey, season, id)'],
  'graph/listEntitiesWith': ['e:Listed(tenantKey, id)'],
  'graph/findEntitiesById': ['e:Listed(tenantKey, id)'],
  'graph/getEntity': ['e:Listed(tenantKey, id)'],
  'graph/listLinks': [
    'near:Listed(tenantKey, id)',
    'LINK(tenantKey, fromId, sortKey)',
    'LINK(tenantKey, toId, sortKey)',
    'p:Snapshot(tenantKey, seq)',
  ],
  'graph/listAllLinks': ['LINK(tenantKey, fromId, sortKey)', 'p:Snapshot(tenantKey, seq)'],
  'exports/getExport': ['j:ExportJob(tenantKey, id)'],
  'exports/listExports': ['j:ExportJob(tenantKey, sortKey)'],
  'graph/listPublishedStyles': [
    'near:Listed(tenantKey, id)',
    'p:Snapshot(tenantKey, publicationId)',
    'v:BomStyle(tenantKey, styleId, fromSeq)',
    'far:Entity(tenantKey, id)',
  ],
  'graph/listPublicationsOfStyles': [
    'near:Listed(tenantKey, id)',
    'v:BomStyle(tenantKey, styleId, fromSeq)',
    'p:Snapshot(tenantKey, seq)',
    'far:Entity(tenantKey, id)',
  ],
  'bom/loadPublicationState': ['f:BomFeed(tenantKey', 'p:Publication(tenantKey, snapshotId)', 't:Timeline(tenantKey'],
  'bom/findPublication': ['p:Publication(tenantKey, snapshotId)', 's:SeenEvents(tenantKey, snapshotId)'],
  'bom/findStagedEvents': ['s:StagedStyle(tenantKey, snapshotId, eventKey)'],
  'bom/findStagedStyles': ['s:StagedStyle(tenantKey, snapshotId, styleId)'],
  'bom/findOpenStyles': ['s:BomStyle(tenantKey, toSeq, styleId)'],
  'bom/findNewestTotals': ['t:Timeline(tenantKey', 'p:Publication(tenantKey, snapshotId)'],
  'bom/findTotals': ['p:Publication(tenantKey, snapshotId)'],
  'bom/findMarkedStyle': ['c:BomChange(tenantKey, seq, styleId)'],
  'bom/listStaged': ['s:StagedStyle(tenantKey, snapshotId, eventKey)'],
  'bom/readStaged': ['s:StagedStyle(tenantKey, snapshotId, eventKey)'],
  'bom/readStagedNames': ['s:StagedStyle(tenantKey, snapshotId, eventKey)'],
  'bom/listAbsentStyles': ['s:BomStyle(tenantKey, toSeq, styleId)', 'g:StagedStyle(tenantKey, snapshotId, styleId)'],
  'bom/listOpenLines': ['l:BomLine(tenantKey, toSeq, styleId)'],
  'bom/listOpenUses': ['LINK(tenantKey, fromId, sortKey)'],
  'bom/listNotices': ['n:Notice(tenantKey, id)'],
  'bom/listExpired': ['t:Timeline(tenantKey', 'p:Snapshot(tenantKey, seq)'],
  'bom/listPurgeable': ['p:Publication(tenantKey, status)', 't:Timeline(tenantKey'],
  'exceptions/getConnected': ['r:Reconciliation(tenantKey'],
  'exceptions/listInvalidations': ['q:Invalidation(tenantKey, kind, key, other, hint)'],
  'exceptions/listInvalidationsOfRebuild': ['q:RebuildEntry(tenantKey, kind, key, other, hint)'],
  'exceptions/findFacilitiesOfRecords': ['s:SourceRecord(tenantKey, id)', 'c:RecordCode(tenantKey, recordId, id)'],
  'exceptions/findFactoriesOfCodes': ['c:RecordCode(tenantKey, codeKind, value, system, recordId)'],
  'exceptions/findNamedRecords': ['s:SourceRecord(tenantKey, system, recordId, id)'],
  'exceptions/findOwnersOfCodes': ['c:Claim(tenantKey, kind, value, system, instance)', 'e:Listed(tenantKey, id)'],
  'exceptions/getConnectedLabels': ['c:ConnectedRecord(tenantKey, id)'],
  'exceptions/getEntities': ['e:Entity(tenantKey, id)'],
  'exceptions/getPositions': ['p:OpenPosition(tenantKey, id)'],
  'exceptions/getRequirements': ['r:Requirement(tenantKey, id)'],
  'exceptions/getSourceRecords': ['s:SourceRecord(tenantKey, id)'],
  'feed/listFeeds': ['f:ChangeFeed(tenantKey, feed)'],
  'feed/readChanges': ['c:Change(tenantKey, feed, position)'],
  'feed/findChanges': ['c:Change(tenantKey, feed, position)'],
  'feed/findChangesOf': ['c:Change(tenantKey, subjectId, feed, position)'],
  'feed/listStoredChanges': ['c:Change(tenantKey, feed, position)'],
  'feed/findNextChanges': ['c:Change(tenantKey, feed, position)'],
  'exceptions/listClaimsOfEntities': ['c:Claim(tenantKey, id)'],
  'exceptions/listRecordsOfConnected': ['s:SourceRecord(tenantKey, connectedId, id)'],
  'exceptions/listStylesOfSkus': ['LINK(tenantKey, toId, sortKey)'],
  'exceptions/findExceptionsOfPairs': ['e:PositionException(tenantKey, materialKey, factoryKey, exceptionId)'],
  'exceptions/findPositionsOfPairs': ['p:OpenPosition(tenantKey, materialKey, factoryKey, id)'],
  'exceptions/findProductionActive': ['LINK(tenantKey, toId, sortKey)', 'LINK(tenantKey, fromId, sortKey)'],
  'exceptions/findProductionAny': ['LINK(tenantKey, toId, sortKey)', 'LINK(tenantKey, fromId, sortKey)'],
  'exceptions/findRequirementsOfPairs': [
    'LINK(tenantKey, toId, sortKey)',
    'r:Requirement(tenantKey, factoryId, styleId, id)',
    'r:Requirement(tenantKey, factoryId, id)',
  ],
  'exceptions/getInputDocuments': [
    'p:OpenPosition(tenantKey, id)',
    'e:Listed(tenantKey, id)',
    's:SourceRecord(tenantKey, id)',
    'r:Requirement(tenantKey, id)',
    'd:ListedDataset(tenantKey, datasetId)',
    'LINK(tenantKey, id)',
  ],
  'exceptions/getNewestSeq': ['t:Timeline(tenantKey'],
  'exceptions/listDatasetsOfSystem': ['d:ListedDataset(tenantKey, system, datasetId)'],
  'exceptions/listLinesAround': ['l:BomLine(tenantKey, styleId, fromSeq)'],
  'exceptions/listLinksFrom': ['LINK(tenantKey, fromId, sortKey)'],
  'exceptions/listLinksTo': ['LINK(tenantKey, toId, sortKey)'],
}

/**
 * Reads that may sort. Searches rank all their hits; lists that merge several index ranges sort one page of each
 * (types of entities, publications, materials, materials of a supplier); summaries sort their counts; the others sort
 * few rows: the owners of one code, the publications of a style, the versions of its lines, retired snapshots.
 */
const mayBeSorted = [
  'materials/listExceptionsOfMaterials',
  'materials/listExceptionsOfMaterialsSeen',
  'materials/countExceptions',
  'materials/findRecords',
  'graph/findEntities',
  'graph/findEntitiesSince',
  'graph/findEntitiesBy',
  'graph/listEntitiesOfState',
  'graph/listEntitiesSince',
  'ingest/listContestedCodes',
  'graph/listPublicationsOfStyles',
  'bom/listChangedStyles',
  'bom/listLineVersions',
  'bom/listStylesHavingMaterials',
  'bom/listExpired',
  'bom/listPurgeable',
]
/** Statements without a tenant that may scan: operators and starting processes run them, on few nodes or on all. */
const mayScan = [
  'system/countProjected',
  'system/dropLinks',
  'system/dropProjected',
  'system/getRebuildProgress',
  'system/listMigrations',
  'system/listOrganizations',
  'system/listInvalidOrganizations',
  'system/listOffsets',
  'system/listStoredNodes',
]

const LABEL = 'Tenant_explained'
/** The text of a query as it is sent for an organization. */
const textOf = ({ sentText, hasLabelInText }: Query) =>
  hasLabelInText ? sentText.replaceAll('$($params.tenantLabel)', LABEL) : sentText

const tenantBound = () => queries.filter(({ binding }) => binding === 'tenant')
const operatorsOf = (steps: Step[]) => steps.map(({ operator }) => operator)
/** Scans, sorts, and look-ups with their indexes, sorted: Neo4j may plan independent look-ups in any order. */
const lookUpsOf = (steps: Step[]) =>
  steps
    .filter(({ operator }) => SCANS.test(operator) || SORTS.test(operator) || SEEKS.test(operator))
    .map(({ operator, details }) => `${operator} ${/\w*:\w+\([^)]*\)/.exec(details)?.[0] ?? ''}`)
    .sort()

describe('the plans of the queries, on a store with data', () => {
  const plans = new Map<Query, Step[]>()
  /** Plans of reads in the form that also returns the generation of the graph. */
  const plansWithGeneration = new Map<Query, Step[]>()

  before(async () => {
    for (const file of readdirSync(cypher, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    ))
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
    for (const query of queries) {
      plans.set(query, await explain(textOf(query)))
      if (query.textWithGeneration && !query.hasLabelInText)
        plansWithGeneration.set(query, await explain(query.textWithGeneration))
    }
  })
  after(() => graph.close())

  it('contain no scan', () => {
    for (const [{ name, hasLabelInText }, steps] of plans) {
      if (mayScan.includes(name)) continue
      if (hasLabelInText) {
        expect(steps.find(({ operator }) => SCANS.test(operator))?.details, name).to.contain(LABEL)
        continue
      }
      expect(
        operatorsOf(steps).filter((operator) => SCANS.test(operator)),
        name,
      ).to.deep.equal([])
    }
  })

  it('start from a tenant-bound index in each statement that matches', () => {
    for (const query of tenantBound().filter(({ text }) => /\b(MATCH|MERGE)\b/.test(text))) {
      if (query.hasLabelInText) continue
      const steps = plans.get(query) ?? []
      const seeks = steps.filter(({ operator }) => SEEKS.test(operator) || operator === 'ProcedureCall')
      expect(seeks, `${query.name}: ${operatorsOf(steps).join(', ')}`).not.to.deep.equal([])
      for (const { details } of steps.filter(({ operator }) => SEEKS.test(operator))) {
        expect(details, query.name).to.include('tenantKey')
      }
    }
  })

  it('start each read from the index that is listed for it', () => {
    const reads = tenantBound().filter(({ mode }) => mode === 'READ')
    expect(reads.map(({ name }) => name).sort()).to.deep.equal(Object.keys(startingPoints).sort())
    for (const query of reads) {
      const seeks = (plans.get(query) ?? []).filter(({ operator }) => SEEKS.test(operator))
      const indexes = startingPoints[query.name] ?? []
      const used = seeks.map(({ details }) => indexes.find((index) => details.includes(index)) ?? details)
      expect([...new Set(used)].sort(), query.name).to.deep.equal([...indexes].sort())
    }
  })

  it('contain no sort, except for the reads that are listed', () => {
    for (const query of tenantBound().filter(({ mode }) => mode === 'READ')) {
      const sorts = operatorsOf(plans.get(query) ?? []).filter((operator) => SORTS.test(operator))
      expect(sorts.length > 0, `${query.name}: ${sorts.join(', ')}`).to.equal(mayBeSorted.includes(query.name))
    }
  })

  it('are the same for reads that also return the generation of the graph, except for the look-ups of it', () => {
    expect(plansWithGeneration.size).to.be.above(80)
    for (const [query, steps] of plansWithGeneration) {
      const behind = steps.filter(({ details }) => /(g|own):ProjectorGroup\(groupId\)/.test(details))
      expect(behind.length, query.name).to.equal(2)
      const ofRows = steps.filter((step) => !behind.includes(step))
      expect(lookUpsOf(ofRows), query.name).to.deep.equal(lookUpsOf(plans.get(query) ?? []))
    }
  })

  it('are checked by patterns that find a scan and a sort', async () => {
    const scan = await explain('MATCH (e:Listed) RETURN e.doc ORDER BY e.label LIMIT 10')
    expect(operatorsOf(scan).some((operator) => SCANS.test(operator))).to.equal(true)
    expect(operatorsOf(scan).some((operator) => SORTS.test(operator))).to.equal(true)
  })
})
