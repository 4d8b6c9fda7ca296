import { expect } from 'chai'
import { searchEntities } from '../../api/operations/graph/search-entities.ts'
import { call } from '../support/api/call.ts'
import { contextFor } from '../support/api/context.ts'
import { material, style, supplier } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization } from '../support/graph/graph.ts'

const graph = connectTestGraph()
const organization = freshOrganization()
const neighbour = freshOrganization()
const context = contextFor(graph, organization)

const suggested = async (q: string, more: object = {}) => {
  const { data, meta } = await call(searchEntities, { q, ...more }, context)
  expect(data).to.deep.equal([])
  return meta.suggestions ?? []
}

describe('suggestions of a search', () => {
  before(async () => {
    const crowd = Array.from({ length: 400 }, (_, at) => material(organization, `C-${at}`, 'Poplin'))
    await fill(graph, organization, {
      entities: [
        ...crowd,
        material(organization, 'MT-01', 'Popplin weave'),
        material(organization, 'MT-02', 'Velours Größe'),
        style(organization, 'QM27-0113', 'Rain jacket'),
        supplier(organization, 'SUP-24', 'Zelnetova Mills'),
        supplier(organization, 'SUP-25', 'Zelnetova Weaving'),
        // 400 materials have the word poplin, which is nearer to the search than this one.
        supplier(organization, 'SUP-26', 'Poplina'),
      ],
      deleted: [material(organization, 'MT-03', 'Gabardine')],
    })
    await fill(graph, neighbour, { entities: [material(neighbour, 'MT-09', 'Denim')] })
  })
  after(() => graph.close())

  it('are words within an edit distance of two, nearest first, however many entities have the nearest one', async () => {
    expect(await suggested('poplim')).to.deep.equal(['poplin', 'poplina', 'popplin'])
    expect(await suggested('plopin')).to.deep.equal(['poplin'])
    expect(await suggested('PÒPLIM')).to.deep.equal(['poplin', 'poplina', 'popplin'])
    expect(await suggested('grosze')).to.deep.equal(['grosse'])
    expect(await suggested('jackett')).to.deep.equal(['jacket'])
    expect(await suggested('pomelo')).to.deep.equal([])
    // A word of three letters may have one wrong letter, a word of two none.
    expect(await suggested('sux')).to.deep.equal(['sup'])
    expect(await suggested('mx')).to.deep.equal([])
  })

  it('are labels if q has several words that one label matches', async () => {
    expect(await suggested('zelnetva mils')).to.deep.equal(['Zelnetova Mills (SUP-24)'])
    expect(await suggested('zelntova')).to.deep.equal(['zelnetova'])
    expect(await suggested('zelntova we')).to.deep.equal(['Zelnetova Weaving (SUP-25)'])
    expect(await suggested('zelntova linen')).to.deep.equal(['zelnetova'])
  })

  it('come only from listed entities of the searched types in the same organization', async () => {
    expect(await suggested('poplim', { type: 'supplier' })).to.deep.equal(['poplina'])
    expect(await suggested('poplim', { type: 'style' })).to.deep.equal([])
    expect(await suggested('gabardin3')).to.deep.equal([])
    expect(await suggested('denin')).to.deep.equal([])
    const theirs = await call(searchEntities, { q: 'denin' }, contextFor(graph, neighbour))
    expect(theirs.meta.suggestions).to.deep.equal(['denim'])
  })

  it('are found if each entity has more values than a query of the index accepts', async () => {
    const own = freshOrganization()
    const certified = Array.from({ length: 60 }, (_, at) => {
      const one = material(own, `MT-${at}`)
      const certifications = Array.from({ length: 100 }, (_value, value) => `OEKO ${at} ${value}`)
      return { ...one, attributes: { ...one.attributes, certifications } }
    })
    await fill(graph, own, { entities: certified })
    const missed = await call(searchEntities, { certification: 'OEKO 7 7x' }, contextFor(graph, own))
    const [notice] = missed.meta.notices ?? []
    expect(notice?.suggestions).to.include('OEKO 7 7').and.have.length(5)
    const far = await call(searchEntities, { certification: 'GOTS' }, contextFor(graph, own))
    expect(far.meta.notices?.map(({ suggestions }) => suggestions)).to.deep.equal([[]])
  })

  it('are absent if the search finds something', async () => {
    const page = await call(searchEntities, { q: 'poplin', limit: 1 }, context)
    expect(page.meta).to.deep.equal({ truncated: false })
  })
})
