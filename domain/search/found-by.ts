import { hash } from 'node:crypto'
import type { Entity, ExternalReference } from '../../schemas/graph/entities.ts'
import { entityTypes } from '../../schemas/graph/entity-types.ts'
import { stripInvisible } from '../text/strip-invisible.ts'
import { tokenize } from './tokens.ts'

/** What an entity is found by exactly: its type, its codes, those that it had before, its label, and values of its attributes. */
export type KeyKind = 'type' | 'code' | 'former' | 'label' | ValueKind

/** Attributes whose values are filters. */
export const valueKinds = ['season', 'materialType', 'countryCode', 'certification', 'fibre'] as const
export type ValueKind = (typeof valueKinds)[number]

/** What an entity is found by although it is written in another way, and what a mistyped text may have meant. */
export type FormKind = 'code' | 'former' | 'word' | ValueKind

/** The value of `certification` that finds what has none. */
export const NONE = 'none'

/**
 * The text of the index in which entities are found by codes and values: one word for each of them. A word holds a hash of
 * the organization, so that it occurs nowhere else, however near two spellings are.
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

/** The codes among the attributes, which are those of the record that is shown. */
function ownCodesOf({ type, attributes }: Entity): string[] {
  const { [entityTypes[type].naturalKey]: natural, gtin = null } = attributes as Record<string, unknown>
  return [natural, gtin].filter((code) => code !== null).map(String)
}

/** The values of an entity that filters take, each with the filter. */
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

/** The word of an exact value: 64 bits of a hash, so that no character of it means anything to the index. */
export function keyOf(organization: string, kind: KeyKind, value: string): string {
  return `k${hashOf([organization, kind, value.normalize('NFC')], 16)}`
}

/** Labels are told apart as a search does: without case, accents and punctuation. */
export function labelForm(label: string): string {
  return tokenize(label).join(' ')
}

/** The word of a value without case, spaces and `-_./`, by which other spellings are found. */
export function formOf(organization: string, kind: FormKind, value: string): string {
  return `${formPrefix(organization, kind)}${literal(looseForm(value)).slice(0, MAX_FORM)}`
}

/** What the words of one kind begin with. */
export function formPrefix(organization: string, kind: FormKind): string {
  const name = `${organization} ${kind}`
  const made = prefixes.get(name) ?? `n${hashOf([organization, kind], 10)}`
  if (prefixes.size > MAX_PREFIXES) prefixes.clear()
  prefixes.set(name, made)
  return made
}

const prefixes = new Map<string, string>()
const MAX_PREFIXES = 10_000
/** The index cuts words of more than 255 characters. */
const MAX_FORM = 200

/** A code or value without case, spaces, the separators `-_./`, and invisible characters. */
export function looseForm(value: string): string {
  return stripInvisible(value)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s\-_./]+/gu, '')
}

/** How a link with a supplier holds its article number. */
export function mpnForms(mpn: string | null): { mpn: string | null; mpnForm: string | null } {
  return { mpn, mpnForm: mpn === null ? null : looseForm(mpn) }
}

/** Characters that could be query syntax as numbers between letters that no lower-case text has. */
function literal(form: string): string {
  return form.replace(/[^\p{L}\p{N}]/gu, (character) => `X${character.codePointAt(0)?.toString(16)}X`)
}

function hashOf(words: readonly string[], digits: number): string {
  return hash('sha256', JSON.stringify(words), 'hex').slice(0, digits)
}
