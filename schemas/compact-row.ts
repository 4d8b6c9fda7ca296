import { z } from 'zod'

/**
 * What a row, or the one resource of a response, is in short: the fields that identify it and those that say what it is
 * about, for agents, to whom every character costs. A field that is an object, or a list of them, may be cut to some of
 * its own fields: `material.code`. A row of a list is at most 220 characters, typically, and a change, which has two
 * sides, 350. What is not registered here has the fields of its example that fit.
 */
export const compactRow = z.registry<{
  /** What identifies a row, when that is not the field that looks like it. */
  key?: readonly string[]
  fields: readonly string[]
}>()
