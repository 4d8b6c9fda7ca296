import { expect } from 'chai'
import * as reads from '../../cypher/graph/read-graph.ts'
import type { Query } from '../../cypher/query.ts'
import { formOf, keyOf } from '../../domain/search/found-by.ts'
import type { Entity } from '../../schemas/graph/entities.ts'
import { material, style, supplier } from '../support/graph/entities.ts'
import { connectTestGraph, fill, freshOrganization, type TestLink } from '../support/graph/graph.ts'
import { profile } from '../support/graph/plan.ts'

const [FEW, MANY] = [100, 4000]
const WANTED = 20

const graph = connectTestGraph()
const [small, large] = [freshOrganization(), freshOrganization()]

/** Stores a fixed number of entities that the reads find, and `others` that they do not find. */
async function fillOthers(organization: string, others: number): Promise<void> {
  const mill = supplier(organization, 'V-1')
  const wanted = Array.from({ length: WANTED }, (_, at) => {
    const one = material(organization, `W-${at}`, 'Zephyr')
    Object.assign(one.attributes, { composition: [{ fibre: 'linen', percent: '100' }], certifications: [] })
    one.externalReferences.push({
      ...one.externalReferences[0],
      kind: 'item',
      value: 'SHARED',
    } as Entity['externalReferences'][0])
    return one
  })
  const styles = Array.from({ length: WANTED }, (_, at) => {
    const one = style(organization, `S-${at}`)
    one.attributes.season = 'RARE'
    return one
  })
  const crowd = Array.from({ length: others }, (_, at) => material(organization, `M-${at}`))
  const links = [...wanted, ...crowd].map(
    (from, at): TestLink => ({
      type: 'SUPPLIED_BY',
      from,
      to: mill,
      properties: { mpn: at < WANTED ? 'QO-1' : `HV-${at}` },
    }),
  )
  await fill(graph, organization, { entities: [mill, ...wanted, ...styles, ...crowd], links })
}

const types: Entity['type'][] = ['material', 'style', 'supplier']
const page = { types, lifecycleState: null, since: null, after: '', limit: 1000 }
const nothing = {
  ofTypes: [],
  ofStates: [],
  ofChanges: [],
  ofSeasons: [],
  ofQueries: [],
  ofMpnForms: [],
  ofSearches: [],
}
const counted = {
  types,
  lifecycleState: null,
  season: null,
  since: null,
  keys: [],
  words: [],
  mpn: null,
  most: 10_000,
  ...nothing,
}
const all = (...words: string[]) => words.map((word) => `+foundBy:${word}`).join(' ')

describe('reads by codes and values in a large organization', () => {
  before(async () => {
    await fillOthers(small, FEW)
    await fillOthers(large, MANY)
  })
  after(() => graph.close())

  const fibre = (owner: string) => keyOf(owner, 'fibre', 'linen')
  const none = (owner: string) => keyOf(owner, 'certification', 'none')
  const cost = async <P>(query: Query<P, unknown>, owner: string, params: P, rows: number) => {
    const found = await profile(query, owner, params)
    expect(found.rows, query.name).to.equal(rows)
    return found.dbHits
  }
  const statements: [string, (owner: string) => Promise<number>][] = [
    [
      'findEntitiesBy, a code',
      (owner) =>
        cost(
          reads.findEntitiesBy,
          owner,
          { ...page, query: all(keyOf(owner, 'code', 'SHARED')), keys: [], mpn: 'SHARED', mpnForm: 'shared' },
          WANTED,
        ),
    ],
    [
      'findEntitiesBy, an article number',
      (owner) =>
        cost(
          reads.findEntitiesBy,
          owner,
          { ...page, query: all(keyOf(owner, 'code', 'QO-1')), keys: [], mpn: 'QO-1', mpnForm: 'qo1' },
          WANTED,
        ),
    ],
    [
      'findEntitiesBy, two values',
      (owner) =>
        cost(
          reads.findEntitiesBy,
          owner,
          {
            ...page,
            query: all(fibre(owner), none(owner)),
            keys: [fibre(owner), none(owner)],
            mpn: null,
            mpnForm: null,
          },
          WANTED,
        ),
    ],
    [
      'countEntities, of values',
      (owner) => cost(reads.countEntities, owner, { ...counted, ofQueries: [all(fibre(owner))] }, 1),
    ],
    [
      'countEntities, of a season',
      (owner) => cost(reads.countEntities, owner, { ...counted, season: 'RARE', ofSeasons: ['RARE'] }, 1),
    ],
    [
      'findNear',
      (owner) =>
        cost(
          reads.findNear,
          owner,
          { types, limit: 50, query: `+foundBy:${formOf(owner, 'word', 'zephir')}~2` },
          WANTED,
        ),
    ],
    ['findArticles', (owner) => cost(reads.findArticles, owner, { mpnForm: 'qo1', limit: 50 }, 1)],
    ['listStyleIdsOfSeason', (owner) => cost(reads.listStyleIdsOfSeason, owner, { season: 'RARE' }, WANTED)],
    [
      'listEntitiesWith',
      (owner) => {
        const ids = Array.from({ length: WANTED }, (_, at) => material(owner, `W-${at}`, 'Zephyr').id)
        return cost(reads.listEntitiesWith, owner, { ids, lifecycleState: null, keys: [fibre(owner)] }, WANTED)
      },
    ],
    [
      'findEntitiesById',
      (owner) => {
        const ids = Array.from({ length: WANTED }, (_, at) => material(owner, `W-${at}`, 'Zephyr').id)
        return cost(reads.findEntitiesById, owner, { ids }, WANTED)
      },
    ],
  ]

  for (const [name, costOf] of statements) {
    it(`cost the same database hits as in a small one: ${name}`, async () => {
      const [few, many] = [await costOf(small), await costOf(large)]
      expect(many).to.be.at.most(few * 1.2 + 10)
    })
  }
})
