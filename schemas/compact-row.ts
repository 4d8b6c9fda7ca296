import { z } from 'zod'

/**
 * The compact form of a row, or of the one resource of a response, for agents, whose tokens are limited: the fields
 * that identify it, and those that say what it is about. A field that is an object, or a list of objects, may be
 * reduced to some of its fields: `material.code`. A typical row of a list has at most 220 characters, and a change,
 * which has two sides, 350. A row without a compact form gets as many fields of its example as fit.
 */
export const compactRow = z.registry<{
  /** The fields that identify a row, if that is not the first field that looks like an ID. */
  key?: readonly string[]
  fields: readonly string[]
}>()
