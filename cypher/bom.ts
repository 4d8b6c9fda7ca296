import { z } from 'zod'
import { readQuery } from './query.ts'

/** A snapshot by its number in the timeline; `doc` is the JSON of BomSnapshot without availableUntil. */
const Snapshot = z.object({ seq: z.int(), doc: z.string() })

export const listSnapshots = readQuery('bom/list-snapshots', {
  params: z.object({ before: z.int(), limit: z.int() }),
  row: Snapshot,
})

export const findSnapshotByTime = readQuery('bom/find-snapshot-by-time', {
  params: z.object({ until: z.string() }),
  row: Snapshot,
})

/** `purgedAt` is set when the rows of a retired snapshot are gone. */
export const getPublication = readQuery('bom/get-publication', {
  params: z.object({ snapshotId: z.string() }),
  row: z.object({
    status: z.string(),
    seq: z.int().nullable(),
    doc: z.string().nullable(),
    retiredAt: z.string().nullable(),
    purgedAt: z.string().nullable(),
  }),
})

/** Begins with the styles that have the number of `styleId`; without one, with the first number from `start` on. */
export const listStylesWithLines = readQuery('bom/list-styles-with-lines', {
  params: z.object({ seq: z.int(), styleId: z.string().nullable(), start: z.string(), limit: z.int() }),
  row: z.object({ style: z.string(), lines: z.array(z.string()), shares: z.boolean() }),
})

const styles = { from: z.int(), to: z.int(), start: z.string(), limit: z.int() }
const StyleId = z.object({ styleId: z.string() })

export const listChangedStyles = readQuery('bom/list-changed-styles', { params: z.object(styles), row: StyleId })

export const listStylesOfEither = readQuery('bom/list-styles-of-either', { params: z.object(styles), row: StyleId })

export const listStylesOfNumber = readQuery('bom/list-styles-of-number', {
  params: z.object({ ...styles, style: z.string() }),
  row: StyleId,
})

export const listStylesOfSku = readQuery('bom/list-styles-of-sku', {
  params: z.object({ sku: z.string(), start: z.string(), limit: z.int() }),
  row: StyleId,
})

export const StyleVersions = z.object({
  before: z.string().nullable(),
  after: z.string().nullable(),
  linesBefore: z.array(z.string()),
  linesAfter: z.array(z.string()),
  commonLines: z.array(z.string()),
})
export type StyleVersions = z.infer<typeof StyleVersions>

/** Every text is a stored document: StoredStyle, StoredLine. */
export const listStyleVersions = readQuery('bom/list-style-versions', {
  params: z.object({ from: z.int(), to: z.int(), styleIds: z.array(z.string()), isUnchangedWanted: z.boolean() }),
  row: StyleVersions,
})
