import { randomUUID } from 'node:crypto'
import type { Run } from '../../cypher/connect.ts'
import { addMarks, deleteMarks, listMarks } from '../../cypher/reconcile.ts'
import { rankOfWork, readWork, type Work, workText } from './work.ts'

const MARKS = 50
/** What a mark holds at most, so that taking a part of one costs little. */
const SUBJECTS = 200
/** How much one transaction takes on, by rank: wide subjects, pages, records, requirements, pairs. */
const BUDGETS = [20, 200, 100, 100, 200]

interface Mark {
  id: string
  time: string
  texts: Set<string>
}

/** What one transaction does of an organization's marks: things of one rank. */
export interface Taken {
  /** Marks that hold some of it: they are deleted. */
  touched: readonly Mark[]
  /** Marks that stay. */
  others: readonly Mark[]
  work: Work[]
  rank: number
  /** The newest event time among the marks. */
  time: string
}

/**
 * Takes what comes first, the widest there is, and deletes the marks that hold it. Their deletion comes before anything
 * else is read: it waits until whoever made them has let go of its locks. Before that a commit may be seen in parts, some
 * indexes with it and some without.
 * @returns null when nothing is marked
 */
export async function takeWork(run: Run, organization: string): Promise<Taken | null> {
  const rows = await run(listMarks, organization, { limit: MARKS })
  if (rows.length === 0) return null
  const marks = rows.map(({ id, time, subjects }) => ({ id, time, texts: new Set(subjects) }))
  const texts = [...new Set(marks.flatMap((mark) => [...mark.texts]))].map((text) => ({ text, work: readWork(text) }))
  const rank = Math.min(...texts.map(({ work }) => rankOfWork(work)))
  const own = texts.filter(({ work }) => rankOfWork(work) === rank).slice(0, BUDGETS[rank])
  const taken = new Set(own.map(({ text }) => text))
  const { touched = [], others = [] } = Object.groupBy(marks, (mark) =>
    mark.texts.size === 0 || !mark.texts.isDisjointFrom(taken) ? 'touched' : 'others',
  )
  await run(deleteMarks, organization, { ids: touched.map(({ id }) => id) })
  const time = touched.reduce((newest, mark) => (mark.time > newest ? mark.time : newest), '')
  return { touched, others, work: own.map(({ work }) => work), rank, time }
}

/** Marks what the deleted marks still hold, and what was added. */
export async function putBack(
  run: Run,
  organization: string,
  { touched, others, work, time }: Taken,
  added: readonly Work[],
) {
  const done = new Set(work.map(workText))
  const waiting = new Set(others.flatMap((mark) => [...mark.texts]))
  const left = new Set(touched.flatMap((mark) => [...mark.texts]).filter((text) => !done.has(text)))
  for (const one of added) left.add(workText(one))
  const rest = [...left].filter((text) => !waiting.has(text))
  const byRank = Map.groupBy(rest, (text) => rankOfWork(readWork(text)))
  const rows = [...byRank.values()].flatMap((texts) =>
    chunksOf(texts).map((subjects) => ({ id: randomUUID(), subjects, time })),
  )
  if (rows.length > 0) await run(addMarks, organization, { rows })
}

/** Deletes the other marks as well: nothing follows from any. */
export async function dropMarks(run: Run, organization: string, { others }: Taken): Promise<void> {
  if (others.length > 0) await run(deleteMarks, organization, { ids: others.map(({ id }) => id) })
}

function chunksOf(texts: readonly string[]): string[][] {
  const count = Math.ceil(texts.length / SUBJECTS)
  return Array.from({ length: count }, (_, at) => texts.slice(at * SUBJECTS, (at + 1) * SUBJECTS))
}
