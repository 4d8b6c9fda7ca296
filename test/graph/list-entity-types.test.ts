import { expect } from 'chai'
import { listEntityTypes } from '../../api/operations/graph/list-entity-types.ts'
import { call, codeOf } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { style } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization } from '../support/graph/graph.ts'

const graph = connectTestGraph()
const [organization, other] = [freshOrganization(), freshOrganization()]
const context = contextFor(graph, organization)

/** The entity types as the contract states them, independent of the schemas. */
const vocabulary = [
  {
    type: 'style',
    meaning: 'A commercial style that groups sellable SKUs',
    naturalKey: 'styleNumber',
    states: 'concept development adopted production discontinued dropped',
    attributes:
      'styleNumber name brand division gender category subcategory season seasonYear delivery developmentType sizes sampleSize colorways hsCode targetCost',
    relationships: [
      'HAS_SKU outgoing sku',
      'USES_MATERIAL outgoing material',
      'PRODUCED_BY outgoing supplier',
      'PUBLISHES_BOM_FOR incoming bom_publication',
      'CARRIED_OVER_FROM outgoing style',
      'CARRIED_OVER_FROM incoming style',
    ],
  },
  {
    type: 'sku',
    meaning: 'A specific sellable product variant',
    naturalKey: 'skuCode',
    states: 'planned active phase_out inactive',
    attributes:
      'skuCode styleNumber colorwayCode colorwayName sizeCode sizeIndex secondarySizeCode gtin launchDate exitDate',
    relationships: ['HAS_SKU incoming style'],
  },
  {
    type: 'material',
    meaning: 'A normalized material referenced by a BOM',
    naturalKey: 'materialNumber',
    states: 'development submitted approved restricted discontinued',
    attributes:
      'materialNumber name materialType composition baseUom purchaseUom widthCm cuttableWidthCm weightGsm shrinkagePercent countryOfOrigin certifications',
    relationships: [
      'USES_MATERIAL incoming style',
      'SUPPLIED_BY outgoing supplier',
      'SUBSTITUTE_FOR outgoing material',
      'SUBSTITUTE_FOR incoming material',
      'MADE_FROM outgoing material',
      'MADE_FROM incoming material',
    ],
  },
  {
    type: 'supplier',
    meaning: 'A normalized supplying organization',
    naturalKey: 'supplierCode',
    states: 'prospect onboarding approved suspended inactive',
    attributes: 'supplierCode name legalName roles tier countryCode city currency',
    relationships: [
      'SUPPLIED_BY incoming material',
      'PRODUCED_BY incoming style',
      'OWNED_BY outgoing supplier',
      'OWNED_BY incoming supplier',
    ],
  },
  {
    type: 'bom_publication',
    meaning: 'An immutable completed BOM replacement publication',
    naturalKey: 'publicationNumber',
    states: 'completed',
    attributes:
      'publicationNumber snapshotId mode startedAt completedAt sourceSystem sourceRunId styleCount skuCount lineCount rowCount contentHash previousPublicationId',
    relationships: [
      'PUBLISHES_BOM_FOR outgoing style',
      'SUPERSEDES outgoing bom_publication',
      'SUPERSEDES incoming bom_publication',
    ],
  },
]

describe('listEntityTypes', () => {
  before(() => fill(graph, organization, { entities: [style(organization, 'S-1')] }))
  after(() => graph.close())

  it('lists each entity type with everything that is published about it', async () => {
    const page = await call(listEntityTypes, {}, context)
    const shown = page.data.map(({ lifecycleStates, attributes, relationshipTypes, ...rest }) => ({
      ...rest,
      states: lifecycleStates.join(' '),
      attributes: attributes.join(' '),
      relationships: relationshipTypes.map(({ type, direction, other }) => `${type} ${direction} ${other}`),
    }))
    expect(shown).to.deep.equal(vocabulary)
    expect(page.links).to.deep.equal({ next: null })
  })

  it('returns the same for every organization, whatever entities it has', async () => {
    const ofOther = await call(listEntityTypes, {}, contextFor(graph, other))
    expect(ofOther).to.deep.equal(await call(listEntityTypes, {}, context))
  })

  it('rejects any parameter', async () => {
    expect(await codeOf(listEntityTypes, { cursor: 'x' }, context)).to.equal('invalid_request')
  })
})
