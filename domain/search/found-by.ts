import { hash } from 'node:crypto'
import type { Entity, ExternalReference } from '../../schemas/graph/entities.ts'
import { entityTypes } from '../../schemas/graph/entity-types.ts'
import { stripInvisible } from '../text/strip-invisible.ts'
import { tokenize } from './tokens.ts'

/**
 * Kinds of values by which an exact search finds an entity: its type, its codes, its previous codes, its label, and
 * attributes.
 */
export type KeyKind = 'type' | 'code' | 'former' | 'label' | ValueKind

/** Attributes whose values are filters. */
export const valueKinds = ['season', 'materialType', 'countryCode', 'certification', 'fibre'] as const
export type ValueKind = (typeof valueKinds)[number]

/** Kinds of values by which an entity is found in other spellings, and which are suggested for a mistyped text. */
export type FormKind = 'code' | 'former' | 'word' | ValueKind

/**
 * Returns the words by which the full-text index finds an entity: for each code and value one for exact searches, and
 * one for other spellings. A word contains a hash of the organization, so not even a search for similar words matches
 * another organization.
 * @param isFormer whether a reference is a previous code of the entity
 */
export const NONE = 'none'

/**
 * Returns the text of the full-text index by which exact codes and values find an entity, one word for each. A word
 * contains a hash of the organization. So it never equals a word of another organization, and spelling distance never
 * reaches one.
 * @param isFormer whether a reference is a previous code of the entity
 */
export function foundBy(
  organization: string,
  entity: Entity,
  isFormer: (reference: ExternalReference) => boolean = () => false,
): string {
  const references = entity.externalReferences
  const current = [
    ...ownCodesOf(entity),
    ...references.filter((reference) => !isFormer(reference)).map(({ value }) => value),
  ]
  const known = new Set(current)
  const former = references.map(({ value }) => value).filter((code) => !known.has(code))
  const words = [
    ...current.flatMap((code) => [keyOf(organization, 'code', code), formOf(organization, 'code', code)]),
    ...former.flatMap((code) => [keyOf(organization, 'former', code), formOf(organization, 'former', code)]),
    keyOf(organization, 'type', entity.type),
    keyOf(organization, 'label', labelForm(entity.label)),
    ...tokenize(entity.label).map((word) => formOf(organization, 'word', word)),
    ...valuesOf(entity).flatMap(([kind, value]) => [
      keyOf(organization, kind, value),
      formOf(organization, kind, value),
    ]),
  ]
  return [...new Set(words)].join(' ')
}

/** The codes in the attributes of the record that readers see. */
function ownCodesOf({ type, attributes }: Entity): string[] {
  const { [entityTypes[type].naturalKey]: natural, gtin = null } = attributes as Record<string, unknown>
  return [natural, gtin].filter((code) => code !== null).map(String)
}

/** The values of an entity that filters accept, each with the name of its filter. */
export function valuesOf(entity: Entity): [ValueKind, string][] {
  if (entity.type === 'style') return known([['season', entity.attributes.season]])
  if (entity.type === 'supplier') return known([['countryCode', entity.attributes.countryCode]])
  if (entity.type !== 'material') return []
  const { materialType, countryOfOrigin, certifications, composition } = entity.attributes
  const names = certifications.length === 0 ? [NONE] : certifications
  return known([
    ['materialType', materialType],
    ['countryCode', countryOfOrigin],
    ...names.map((name): [ValueKind, string] => ['certification', name]),
    ...composition.map(({ fibre }): [ValueKind, string] => ['fibre', fibre]),
  ])
}

function known(values: [ValueKind, string | null][]): [ValueKind, string][] {
  return values.filter((one): one is [ValueKind, string] => one[1] !== null)
}

/**
 * The indexed word of an exact value: 64 bits of a hash, because the index would interpret special characters of the
 * value.
 */
export function keyOf(organization: string, kind: KeyKind, value: string): string {
  return `k${hashOf([organization, kind, value.normalize('NFC')], 16)}`
}

/** The normalized label. Labels that differ only in case, accents or punctuation are equal, as in a search. */
export function labelForm(label: string): string {
  return tokenize(label).join(' ')
}

/** The indexed word of a value without case, spaces and `-_./`, which finds other spellings. */
export function formOf(organization: string, kind: FormKind, value: string): string {
  return `${formPrefix(organization, kind)}${literal(looseForm(value)).slice(0, MAX_FORM)}`
}

/** The prefix that all words of one kind and organization have. */
export function formPrefix(organization: string, kind: FormKind): string {
  const name = `${organization} ${kind}`
  const made = prefixes.get(name) ?? `n${hashOf([organization, kind], 10)}`
  if (prefixes.size > MAX_PREFIXES) prefixes.clear()
  prefixes.set(name, made)
  return made
}

const prefixes = new Map<string, string>()
const MAX_PREFIXES = 10_000
/** Short enough for the index, which truncates words of more than 255 characters. */
const MAX_FORM = 200

/** Returns a code or value without case, spaces, the separators `-_./`, and invisible characters. */
export function looseForm(value: string): string {
  return stripInvisible(value)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\-_./]+/gu, '')
}

/** Returns the article number of a link with a supplier, and its normalized form, as stored. */
export function mpnForms(mpn: string | null): { mpn: string | null; mpnForm: string | null } {
  return { mpn, mpnForm: mpn === null ? null : looseForm(mpn) }
}

/** Replaces characters that could be query syntax by their number between two X. Lower-case text contains no X. */
function literal(form: string): string {
  return form.replace(/[^\p{L}\p{N}]/gu, (character) => `X${character.codePointAt(0)?.toString(16)}X`)
}

function hashOf(words: readonly string[], digits: number): string {
  return hash('sha256', JSON.stringify(words), 'hex').slice(0, digits)
}
